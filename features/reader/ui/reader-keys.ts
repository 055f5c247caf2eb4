/**
 * Keyboard shortcuts while the focus is in the reader, or nowhere and the pages are in sight; see reader-frame.tsx.
 */
export const readerKeys = [
  { key: '← →', does: 'Previous or next page (also Page Up and Page Down)' },
  { key: 'Home End', does: 'First or last page' },
  { key: '+ −', does: 'Zoom in or out (0 resets the zoom)' },
  { key: 'F', does: 'Full screen' },
  { key: '/', does: 'Search in the book' },
]
