// Litmus tests in the format of herd, from the initial state on. The first lines, which name the
// test and are free text, are read by hand.
grammar Litmus;

assemblyTest : initialState threadNames row* question EOF ;

cTest : initialState function+ question EOF ;

// Initial state

initialState : '{' initialItem? (';' initialItem?)* '}' ';'? ;

initialItem : typeWord* '*'* target ('=' initialValue)? ;

typeWord : TYPE | ID ;

target
    : register
    | '[' ID ']'
    | ID ('[' NUMBER? ']')?
    ;

register : (NUMBER | ID) ':' ID ;

initialValue
    : constant
    | '&'? ID ('[' NUMBER ']')?
    | '[' ID ']'
    | '{' initialValue (',' initialValue)* '}'
    | ID '(' initialValue ')'
    ;

constant : '-'? NUMBER ;

// Assembly: one column per thread

threadNames : ID ('|' ID)* ';' ;

row : cell ('|' cell)* ';' ;

cell : label* instruction? ;

label : ID ':' ;

instruction : ID (operand (',' operand)*)? ;

operand
    : immediate
    | memory
    | word+ immediate?
    ;

word : ID | TYPE ;

immediate : ('#' | '$')? constant ;

memory
    : word* '[' address ']' '!'?
    | constant? '(' ID ')'
    ;

address : (ID | immediate) (('+' | ',') (ID | immediate) (',' ID immediate?)?)? ;

// C

function : ID '(' (parameter (',' parameter)*)? ')' block ;

parameter : (TYPE | ID)* '*'* ID ('[' NUMBER? ']')? ;

block : '{' statement* '}' ;

statement
    : block                                                        # nested
    | ';'                                                          # nothing
    | 'if' '(' expression ')' statement ('else' statement)?        # conditional
    | 'while' '(' expression ')' statement                         # whileLoop
    | 'do' statement 'while' '(' expression ')' ';'                # doLoop
    | 'for' '(' declaration? ';' expression? ';' expression? ')' statement # forLoop
    | declaration ';'                                              # declared
    | expression ';'                                               # evaluated
    ;

declaration : (TYPE+ | ID) declarator (',' declarator)* | expression ;

declarator : '*'* ID ('=' expression)? ;

expression
    : ID '(' (expression (',' expression)*)? ')'                   # call
    | ID                                                           # name
    | NUMBER                                                       # number
    | '(' expression ')'                                           # parentheses
    | '(' TYPE+ '*'* ')' expression                                # cast
    | expression '[' expression ']'                                # element
    | expression ('++' | '--')                                     # step
    | '&' expression                                               # addressOf
    | '*' expression                                               # dereference
    | ('-' | '+' | '!' | '~') expression                           # unary
    | expression ('*' | '/' | '%') expression                      # binary
    | expression ('+' | '-') expression                            # binary
    | expression ('<<' | '>>') expression                          # binary
    | expression ('<' | '<=' | '>' | '>=') expression              # binary
    | expression ('==' | '!=') expression                          # binary
    | expression '&' expression                                    # binary
    | expression '^' expression                                    # binary
    | expression '|' expression                                    # binary
    | expression '&&' expression                                   # logical
    | expression '||' expression                                   # logical
    | <assoc=right> expression ('=' | '+=' | '-=' | '^=' | '&=' | '|=') expression # assignment
    ;

// The question

question : locations? filter? finalCondition? ;

locations : 'locations' '[' (observed (';' observed)* ';'?)? ']' ;

observed : register | '[' ID ('[' NUMBER ']')? ']' | '*'? ID ('[' NUMBER ']')? typeSuffix? ;

typeSuffix : '@'? TYPE ;

filter : 'filter' proposition ;

finalCondition
    : quantifier proposition ';'?
    | 'final' proposition ';'? ('with' caseOfModel*)?
    ;

caseOfModel : ID ':' quantifier ';'? ;

quantifier : 'exists' | ('~' | 'not') 'exists' | 'forall' ;

proposition
    : ('not' | '~') proposition                                    # negation
    | proposition '/\\' proposition                                # conjunction
    | proposition '\\/' proposition                                # disjunction
    | '(' proposition? ')'                                         # grouped
    | ('true' | 'false')                                           # literal
    | observed ('=' | '==' | '!=' | '<>') finalValue               # comparison
    ;

finalValue : constant | register | '[' ID ']' | '&'? ID ('[' NUMBER ']')? ;

// Words

TYPE
    : 'int' | 'char' | 'short' | 'long' | 'unsigned' | 'signed' | 'void' | 'volatile' | 'const'
    | 'struct' | 'bool' | '_Bool' | 'static' | '_Atomic'
    | 'atomic_' ('int' | 'bool' | 'long' | 'uint' | 'char')
    | 'u'? 'int' ('8' | '16' | '32' | '64' | 'ptr') '_t'
    | ('spinlock' | 'mutex' | 'atomic' | 'atomic64' | 'intptr' | 'uintptr') '_t'
    ;

NUMBER : '0' [xX] [0-9a-fA-F]+ [uUlL]* | [0-9]+ [uUlL]* ;

ID : '%'? [A-Za-z_] [A-Za-z0-9_.]* ;

BLANK : [ \t\r\n\f]+ -> skip ;
C_COMMENT : '/*' .*? '*/' -> skip ;
LINE_COMMENT : '//' ~[\n]* -> skip ;
STRING : '"' ~["\n]* '"' -> skip ;

// So that the parser, and not the lexer, tells what is wrong.
OTHER : . ;
