// The parts of containers that do not depend on the type of their elements.
#include <bits/stl_tree.h>
#include <list>
#include <map>
#include <string>
#include <unordered_map>

namespace std {

// ---- Lists ---------------------------------------------------------------------------------------

namespace __detail {
void _List_node_base::_M_hook(_List_node_base *position) noexcept {
  _M_next = position;
  _M_prev = position->_M_prev;
  position->_M_prev->_M_next = this;
  position->_M_prev = this;
}

void _List_node_base::_M_unhook() noexcept {
  _M_prev->_M_next = _M_next;
  _M_next->_M_prev = _M_prev;
}

void _List_node_base::_M_transfer(_List_node_base *first, _List_node_base *last) noexcept {
  if (this == last) {
    return;
  }
  _List_node_base *before = _M_prev;
  last->_M_prev->_M_next = this;
  first->_M_prev->_M_next = last;
  before->_M_next = first;
  _M_prev = last->_M_prev;
  last->_M_prev = first->_M_prev;
  first->_M_prev = before;
}

void _List_node_base::_M_reverse() noexcept {
  _List_node_base *node = this;
  do {
    _List_node_base *next = node->_M_next;
    node->_M_next = node->_M_prev;
    node->_M_prev = next;
    node = next;
  } while (node != this);
}

void _List_node_base::swap(_List_node_base &one, _List_node_base &other) noexcept {
  bool one_is_empty = one._M_next == &one;
  bool other_is_empty = other._M_next == &other;
  _List_node_base first = one;
  if (other_is_empty) {
    one._M_next = one._M_prev = &one;
  } else {
    one = other;
    one._M_next->_M_prev = one._M_prev->_M_next = &one;
  }
  if (one_is_empty) {
    other._M_next = other._M_prev = &other;
  } else {
    other = first;
    other._M_next->_M_prev = other._M_prev->_M_next = &other;
  }
}
}

// ---- Red-black trees -----------------------------------------------------------------------------

using node = _Rb_tree_node_base;

node *_Rb_tree_increment(node *x) noexcept {
  if (x->_M_right) {
    return node::_S_minimum(x->_M_right);
  }
  node *parent = x->_M_parent;
  while (x == parent->_M_right) {
    x = parent;
    parent = parent->_M_parent;
  }
  // The root of a tree with one element is its own successor's right child.
  return x->_M_right != parent ? parent : x;
}

const node *_Rb_tree_increment(const node *x) noexcept {
  return _Rb_tree_increment(const_cast<node *>(x));
}

node *_Rb_tree_decrement(node *x) noexcept {
  if (x->_M_color == _S_red && x->_M_parent->_M_parent == x) {
    return x->_M_right; // the end
  }
  if (x->_M_left) {
    return node::_S_maximum(x->_M_left);
  }
  node *parent = x->_M_parent;
  while (x == parent->_M_left) {
    x = parent;
    parent = parent->_M_parent;
  }
  return parent;
}

const node *_Rb_tree_decrement(const node *x) noexcept {
  return _Rb_tree_decrement(const_cast<node *>(x));
}

/* Puts a node where another one is, as its parent sees it. */
static void replace(node *old, node *by, node *&root) {
  if (old == root) {
    root = by;
  } else if (old == old->_M_parent->_M_left) {
    old->_M_parent->_M_left = by;
  } else {
    old->_M_parent->_M_right = by;
  }
}

static void rotate(node *x, bool left, node *&root) {
  node *y = left ? x->_M_right : x->_M_left;
  node *moved = left ? y->_M_left : y->_M_right;
  (left ? x->_M_right : x->_M_left) = moved;
  if (moved) {
    moved->_M_parent = x;
  }
  y->_M_parent = x->_M_parent;
  replace(x, y, root);
  (left ? y->_M_left : y->_M_right) = x;
  x->_M_parent = y;
}

void _Rb_tree_insert_and_rebalance(
    const bool left, node *x, node *parent, node &header) noexcept {
  node *&root = header._M_parent;
  x->_M_parent = parent;
  x->_M_left = x->_M_right = nullptr;
  x->_M_color = _S_red;
  if (left) {
    parent->_M_left = x;
    if (parent == &header) {
      header._M_parent = header._M_right = x;
    } else if (parent == header._M_left) {
      header._M_left = x;
    }
  } else {
    parent->_M_right = x;
    if (parent == header._M_right) {
      header._M_right = x;
    }
  }
  while (x != root && x->_M_parent->_M_color == _S_red) {
    node *above = x->_M_parent->_M_parent;
    bool is_left = x->_M_parent == above->_M_left;
    node *uncle = is_left ? above->_M_right : above->_M_left;
    if (uncle && uncle->_M_color == _S_red) {
      x->_M_parent->_M_color = uncle->_M_color = _S_black;
      above->_M_color = _S_red;
      x = above;
    } else {
      if (x == (is_left ? x->_M_parent->_M_right : x->_M_parent->_M_left)) {
        x = x->_M_parent;
        rotate(x, is_left, root);
      }
      x->_M_parent->_M_color = _S_black;
      above->_M_color = _S_red;
      rotate(above, !is_left, root);
    }
  }
  root->_M_color = _S_black;
}

node *_Rb_tree_rebalance_for_erase(node *z, node &header) noexcept {
  node *&root = header._M_parent;
  node *y = z->_M_left && z->_M_right ? node::_S_minimum(z->_M_right) : z;
  node *x = y->_M_left ? y->_M_left : y->_M_right;
  node *parent;
  if (y != z) {
    // y takes the place of z.
    z->_M_left->_M_parent = y;
    y->_M_left = z->_M_left;
    parent = y;
    if (y != z->_M_right) {
      parent = y->_M_parent;
      if (x) {
        x->_M_parent = parent;
      }
      parent->_M_left = x;
      y->_M_right = z->_M_right;
      z->_M_right->_M_parent = y;
    }
    replace(z, y, root);
    y->_M_parent = z->_M_parent;
    _Rb_tree_color color = y->_M_color;
    y->_M_color = z->_M_color;
    z->_M_color = color;
  } else {
    parent = y->_M_parent;
    if (x) {
      x->_M_parent = parent;
    }
    replace(z, x, root);
    if (header._M_left == z) {
      header._M_left = x ? node::_S_minimum(x) : parent;
    }
    if (header._M_right == z) {
      header._M_right = x ? node::_S_maximum(x) : parent;
    }
  }
  if (z->_M_color == _S_black) {
    while (x != root && (!x || x->_M_color == _S_black)) {
      bool is_left = x == parent->_M_left;
      node *w = is_left ? parent->_M_right : parent->_M_left;
      if (w->_M_color == _S_red) {
        w->_M_color = _S_black;
        parent->_M_color = _S_red;
        rotate(parent, is_left, root);
        w = is_left ? parent->_M_right : parent->_M_left;
      }
      node *near = is_left ? w->_M_left : w->_M_right;
      node *far = is_left ? w->_M_right : w->_M_left;
      if ((!near || near->_M_color == _S_black) && (!far || far->_M_color == _S_black)) {
        w->_M_color = _S_red;
        x = parent;
        parent = parent->_M_parent;
      } else {
        if (!far || far->_M_color == _S_black) {
          near->_M_color = _S_black;
          w->_M_color = _S_red;
          rotate(w, !is_left, root);
          w = is_left ? parent->_M_right : parent->_M_left;
          far = is_left ? w->_M_right : w->_M_left;
        }
        w->_M_color = parent->_M_color;
        parent->_M_color = _S_black;
        if (far) {
          far->_M_color = _S_black;
        }
        rotate(parent, is_left, root);
        break;
      }
    }
    if (x) {
      x->_M_color = _S_black;
    }
  }
  return z;
}

// ---- Hash tables ---------------------------------------------------------------------------------

namespace __detail {
static bool is_prime(size_t n) {
  for (size_t d = 2; d * d <= n; d++) {
    if (n % d == 0) {
      return false;
    }
  }
  return n > 1;
}

size_t _Prime_rehash_policy::_M_next_bkt(size_t least) const {
  size_t n = least < 2 ? (least == 0 ? 1 : 2) : least;
  while (n > 2 && !is_prime(n)) {
    n++;
  }
  _M_next_resize = static_cast<size_t>(n * static_cast<double>(_M_max_load_factor));
  return n;
}

pair<bool, size_t> _Prime_rehash_policy::_M_need_rehash(
    size_t buckets, size_t elements, size_t inserted) const {
  if (elements + inserted > _M_next_resize) {
    double least = max<size_t>(elements + inserted, _M_next_resize ? 0 : 11) /
                   static_cast<double>(_M_max_load_factor);
    if (least >= buckets) {
      return {true, _M_next_bkt(max<size_t>(static_cast<size_t>(least) + 1, buckets * 2))};
    }
    _M_next_resize = static_cast<size_t>(buckets * static_cast<double>(_M_max_load_factor));
  }
  return {false, 0};
}
}

size_t _Hash_bytes(const void *bytes, size_t size, size_t seed) {
  size_t hash = seed;
  for (size_t i = 0; i < size; i++) {
    hash = (hash ^ static_cast<const unsigned char *>(bytes)[i]) * 0x100000001b3;
  }
  return hash;
}

size_t _Fnv_hash_bytes(const void *bytes, size_t size, size_t seed) {
  return _Hash_bytes(bytes, size, seed);
}

template class allocator<char>;
}
