package dev.heddle.frontend.llvm;

import static org.bytedeco.llvm.global.LLVM.*;

import dev.heddle.program.Type;
import dev.heddle.program.Types;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bytedeco.javacpp.SizeTPointer;
import org.bytedeco.llvm.LLVM.LLVMContextRef;
import org.bytedeco.llvm.LLVM.LLVMMetadataRef;
import org.bytedeco.llvm.LLVM.LLVMModuleRef;
import org.bytedeco.llvm.LLVM.LLVMUseRef;
import org.bytedeco.llvm.LLVM.LLVMValueMetadataEntry;
import org.bytedeco.llvm.LLVM.LLVMValueRef;

/**
 * The types that debug information gives. LLVM's C interface knows their sizes and offsets; how
 * they are made of each other is read from the operands of the metadata.
 */
final class DebugTypes {
  // Tags of DWARF.
  private static final int ARRAY = 0x01;
  private static final int CLASS = 0x02;
  private static final int ENUMERATION = 0x04;
  private static final int POINTER = 0x0f;
  private static final int REFERENCE = 0x10;
  private static final int STRUCTURE = 0x13;
  private static final int TYPEDEF = 0x16;
  private static final int UNION = 0x17;
  private static final int INHERITANCE = 0x1c;
  private static final int BASE = 0x24;
  private static final int CONST = 0x26;
  private static final int MEMBER = 0x0d;
  private static final int VOLATILE = 0x35;
  private static final int RESTRICT = 0x37;
  private static final int RVALUE_REFERENCE = 0x42;
  private static final int ATOMIC = 0x47;

  private static final int NO_TAG = 0;

  // Operands of metadata.
  private static final int NAME = 2;
  private static final int BASE_TYPE = 3;
  private static final int ELEMENTS = 4;
  private static final int VARIABLE_NAME = 1;
  private static final int VARIABLE_TYPE = 3;

  private static final int STATIC_MEMBER = 1 << 12;

  /** A struct with more members, or an enumeration with more names, is not looked into. */
  private static final int MAX_PARTS = 1000;

  private static final Pattern VALUE = Pattern.compile("value: (-?[0-9]+)");

  private static final String ALLOCATION = "heapallocsite";

  private final LLVMContextRef context;

  /** The kind of metadata that has the type of what is allocated. */
  private final int allocation;

  private final List<Type> types = new ArrayList<>();
  private final Map<Long, Integer> positions = new HashMap<>();

  /** What local variables, and what they point to, are: by the address of the LLVM value. */
  private final Map<Long, Integer> pointees = new HashMap<>();

  DebugTypes(LLVMModuleRef module) {
    context = LLVMGetModuleContext(module);
    allocation = LLVMGetMDKindIDInContext(context, ALLOCATION, ALLOCATION.length());
    // Records of variables that are no instructions are out of reach of the C interface.
    LLVMSetIsNewDbgInfoFormat(module, 0);
    readLocals(LLVMGetNamedFunction(module, "llvm.dbg.declare"), true);
    readLocals(LLVMGetNamedFunction(module, "llvm.dbg.value"), false);
  }

  Types types() {
    return new Types(types);
  }

  // ---- Variables ----------------------------------------------------------------------------

  /** A global as its source declares it; null if there is no debug information about it. */
  record Declaration(String name, int type) {}

  Declaration declarationOf(LLVMValueRef global) {
    SizeTPointer count = new SizeTPointer(1);
    LLVMValueMetadataEntry entries = LLVMGlobalCopyAllMetadata(global, count);
    Declaration found = null;
    for (int i = 0; i < count.get() && found == null; i++) {
      LLVMMetadataRef metadata = LLVMValueMetadataEntriesGetMetadata(entries, i);
      if (LLVMGetMetadataKind(metadata) == LLVMDIGlobalVariableExpressionMetadataKind) {
        LLVMMetadataRef variable = LLVMDIGlobalVariableExpressionGetVariable(metadata);
        LLVMValueRef node = LLVMMetadataAsValue(context, variable);
        String name = text(operand(node, VARIABLE_NAME));
        found = new Declaration(name, of(operand(node, VARIABLE_TYPE)));
      }
    }
    LLVMDisposeValueMetadataEntries(entries);
    count.deallocate();
    return found;
  }

  /**
   * What lies where an instruction's result points to, if a local variable or {@code new} tells; or
   * unknown.
   */
  int pointeeOf(LLVMValueRef instruction) {
    Integer told = pointees.get(instruction.address());
    return told == null ? madeBy(instruction) : told;
  }

  /**
   * The type of the object that {@code new} makes. An array may have its length in front, and what
   * containers and threads of the library make has names that nobody knows; these stay unknown.
   */
  private int madeBy(LLVMValueRef call) {
    LLVMValueRef type = LLVMGetMetadata(call, allocation);
    if (type == null || !NativeText.nameOf(LLVMGetCalledValue(call)).equals("_Znwm")) {
      return Types.UNKNOWN;
    }
    String name = isType(LLVMValueAsMetadata(type)) ? text(operand(type, NAME)) : "";
    return name.matches("_[A-Z_].*") ? Types.UNKNOWN : of(type);
  }

  /**
   * Reads what is known about local variables.
   *
   * @param inMemory whether the variables lie where the value points to, or are the value
   */
  private void readLocals(LLVMValueRef intrinsic, boolean inMemory) {
    if (intrinsic == null) {
      return;
    }
    for (LLVMUseRef use = LLVMGetFirstUse(intrinsic); use != null; use = LLVMGetNextUse(use)) {
      LLVMValueRef call = LLVMGetUser(use);
      LLVMValueRef wrapped = LLVMGetOperand(call, 0);
      int kind = LLVMGetMetadataKind(LLVMValueAsMetadata(wrapped));
      if (kind == LLVMLocalAsMetadataMetadataKind) {
        LLVMValueRef value = LLVMGetOperand(wrapped, 0);
        boolean isCall = LLVMIsACallInst(value) != null;
        if (inMemory ? LLVMIsAAllocaInst(value) != null : isCall) {
          int type = of(operand(LLVMGetOperand(call, 1), VARIABLE_TYPE));
          int pointee = inMemory || type < 0 ? type : target(type);
          pointees.putIfAbsent(value.address(), pointee);
        }
      }
    }
  }

  private int target(int type) {
    return types.get(type) instanceof Type.Pointer pointer ? pointer.target() : Types.UNKNOWN;
  }

  // ---- Types --------------------------------------------------------------------------------

  private int of(LLVMValueRef node) {
    if (node == null) {
      return Types.UNKNOWN;
    }
    LLVMMetadataRef metadata = LLVMValueAsMetadata(node);
    Integer known = positions.get(metadata.address());
    if (known != null) {
      return known;
    }
    int tag = isType(metadata) ? LLVMGetDINodeTag(metadata) & 0xffff : NO_TAG;
    switch (tag) {
      case TYPEDEF, CONST, VOLATILE, RESTRICT, ATOMIC -> {
        int type = of(operand(node, BASE_TYPE));
        if (tag == TYPEDEF && type >= 0) {
          nameAfter(type, text(operand(node, NAME)));
        }
        positions.put(metadata.address(), type);
        return type;
      }
      case BASE, ENUMERATION, POINTER, REFERENCE, RVALUE_REFERENCE, ARRAY -> {}
      case STRUCTURE, UNION, CLASS -> {}
      default -> {
        return Types.UNKNOWN;
      }
    }
    // A type can contain a pointer to itself, so its position comes first.
    int position = types.size();
    positions.put(metadata.address(), position);
    types.add(new Type.Pointer(Types.UNKNOWN));
    types.set(position, read(tag, node, metadata));
    return position;
  }

  private Type read(int tag, LLVMValueRef node, LLVMMetadataRef metadata) {
    String name = text(operand(node, NAME));
    long bits = LLVMDITypeGetSizeInBits(metadata);
    return switch (tag) {
      case BASE -> new Type.Basic(name, (int) (bits / 8), form(name));
      case ENUMERATION -> new Type.Enumeration(name, (int) (bits / 8), constants(node));
      case ARRAY -> array(node, of(operand(node, BASE_TYPE)));
      case STRUCTURE, UNION, CLASS -> new Type.Struct(name, bits / 8, members(node));
      default -> new Type.Pointer(of(operand(node, BASE_TYPE)));
    };
  }

  /** A struct that has no name goes by that of its first typedef. */
  private void nameAfter(int type, String typedef) {
    if (types.get(type) instanceof Type.Struct struct && struct.name().isEmpty()) {
      types.set(type, new Type.Struct(typedef, struct.bytes(), struct.members()));
    }
  }

  /** Clang spells base types in one way each, and the C interface does not give the encoding. */
  private static Type.Form form(String name) {
    if (name.equals("_Bool") || name.equals("bool")) {
      return Type.Form.BOOLEAN;
    }
    if (name.endsWith("float") || name.endsWith("double") || name.equals("_Float16")) {
      return Type.Form.FLOATING;
    }
    if (name.equals("char")) {
      return Type.Form.CHARACTER;
    }
    return name.startsWith("unsigned") || name.startsWith("char")
        ? Type.Form.UNSIGNED
        : Type.Form.SIGNED;
  }

  private List<Type.Enumerator> constants(LLVMValueRef enumeration) {
    List<Type.Enumerator> constants = new ArrayList<>();
    for (LLVMValueRef enumerator : elements(enumeration)) {
      Matcher value = VALUE.matcher(NativeText.taken(LLVMPrintValueToString(enumerator)));
      if (value.find() && value.group(1).length() < 19) {
        constants.add(
            new Type.Enumerator(text(operand(enumerator, 0)), Long.parseLong(value.group(1))));
      }
    }
    return constants;
  }

  /** The dimensions of an array are the elements of its node; ours has one dimension. */
  private Type array(LLVMValueRef node, int element) {
    List<LLVMValueRef> dimensions = elements(node);
    int inner = element;
    for (int i = dimensions.size() - 1; i > 0; i--) {
      types.add(new Type.Array(inner, length(dimensions.get(i))));
      inner = types.size() - 1;
    }
    return new Type.Array(inner, dimensions.isEmpty() ? 0 : length(dimensions.get(0)));
  }

  private static long length(LLVMValueRef dimension) {
    LLVMValueRef count = operand(dimension, 0);
    return count == null || LLVMIsAConstantInt(count) == null
        ? 0
        : Math.max(0, LLVMConstIntGetSExtValue(count));
  }

  private List<Type.Member> members(LLVMValueRef struct) {
    List<Type.Member> members = new ArrayList<>();
    for (LLVMValueRef element : elements(struct)) {
      LLVMMetadataRef metadata = LLVMValueAsMetadata(element);
      if (LLVMGetMetadataKind(metadata) != LLVMDIDerivedTypeMetadataKind) {
        continue;
      }
      int tag = LLVMGetDINodeTag(metadata) & 0xffff;
      boolean isStatic = (LLVMDITypeGetFlags(metadata) & STATIC_MEMBER) != 0;
      if ((tag == MEMBER || tag == INHERITANCE) && !isStatic) {
        long from = LLVMDITypeGetOffsetInBits(metadata);
        LLVMValueRef base = operand(element, BASE_TYPE);
        // Only its own type tells how large a base class is.
        boolean isBase = tag == INHERITANCE && base != null && isType(LLVMValueAsMetadata(base));
        long to = from + LLVMDITypeGetSizeInBits(isBase ? LLVMValueAsMetadata(base) : metadata);
        String name = tag == INHERITANCE ? "" : text(operand(element, NAME));
        int type = of(base);
        members.add(new Type.Member(name, from / 8, (to + 7) / 8 - from / 8, type));
      }
    }
    return members;
  }

  // ---- Metadata -----------------------------------------------------------------------------

  private static List<LLVMValueRef> elements(LLVMValueRef composite) {
    LLVMValueRef list = operand(composite, ELEMENTS);
    List<LLVMValueRef> elements = new ArrayList<>();
    int count = list == null || !isNode(list) ? 0 : LLVMGetMDNodeNumOperands(list);
    for (int i = 0; i < count && count <= MAX_PARTS; i++) {
      LLVMValueRef element = operand(list, i);
      if (element != null) {
        elements.add(element);
      }
    }
    return elements;
  }

  private static boolean isType(LLVMMetadataRef metadata) {
    int kind = LLVMGetMetadataKind(metadata);
    return kind == LLVMDIBasicTypeMetadataKind
        || kind == LLVMDIDerivedTypeMetadataKind
        || kind == LLVMDICompositeTypeMetadataKind;
  }

  /** Whether something has operands; texts and constants have none. */
  private static boolean isNode(LLVMValueRef value) {
    if (LLVMIsAConstant(value) != null) {
      return false;
    }
    int kind = LLVMGetMetadataKind(LLVMValueAsMetadata(value));
    return kind != LLVMMDStringMetadataKind
        && kind != LLVMConstantAsMetadataMetadataKind
        && kind != LLVMLocalAsMetadataMetadataKind;
  }

  private static LLVMValueRef operand(LLVMValueRef node, int index) {
    return isNode(node) && index < LLVMGetMDNodeNumOperands(node)
        ? LLVMGetOperand(node, index)
        : null;
  }

  private static String text(LLVMValueRef string) {
    if (string == null) {
      return "";
    }
    int[] length = new int[1];
    return NativeText.of(LLVMGetMDString(string, length), length[0]);
  }
}
