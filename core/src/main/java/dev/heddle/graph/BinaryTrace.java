package dev.heddle.graph;

/**
 * The compact form of a trace. Numbers are varints: seven bits a byte, low bits first, the top bit
 * set on all but the last byte; a signed number s is stored as (s &lt;&lt; 1) ^ (s &gt;&gt; 31).
 *
 * <pre>
 * magic         4 bytes 'H' 'D' 'L' 'T', then the version 1
 * threads       count, then per thread the length of its name and the name in UTF-8
 * locations     count, then names likewise
 * events        count n, then n event records; po records may stand between them or after them
 * event record  head byte = label (see EventLabel), thread, then unless it is a fence: location;
 *               then if it reads or is an SC fence: 0 for the initial value,
 *               else the signed distance (own number - number of the write), which is not 0
 * po record     byte 0x80, number of the earlier event, number of the later event
 * end           byte 0xFF, then the CRC-32 of everything before it, 4 bytes, low byte first
 * </pre>
 */
final class BinaryTrace {
  static final byte[] MAGIC = {'H', 'D', 'L', 'T', 1};
  static final int PROGRAM_ORDER = 0x80;
  static final int END = 0xFF;

  private BinaryTrace() {}
}
