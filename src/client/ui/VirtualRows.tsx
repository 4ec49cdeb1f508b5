import type { CustomContainerComponentProps } from 'virtua';

/**
 * The container of the rows of a virtual list. The library's own one takes no pointer while the list scrolls, and 150 ms
 * longer, so that a tap would be lost.
 */
export function VirtualRows({ ref, style, children }: CustomContainerComponentProps) {
  return (
    <div ref={ref} style={{ ...style, pointerEvents: undefined }}>
      {children}
    </div>
  );
}
