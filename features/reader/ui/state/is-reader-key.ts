/**
 * Returns whether a key is meant for the pages: the focus is in the reader, or nowhere and the reader is in sight.
 */
export function isReaderKey(reader: HTMLElement, target: EventTarget | null): boolean {
  if (target instanceof Node && reader.contains(target)) return true
  // After navigation the focus is on the main element, not on a control.
  if (target !== document.body && !(target instanceof Element && target.id === 'content')) return false
  const { top, bottom } = reader.getBoundingClientRect()
  return top < innerHeight * 0.6 && bottom > innerHeight * 0.4
}
