/** What keys do while the focus is in the reader, or nowhere and the pages are in sight; see use-reader-keys.ts. */
export const readerKeys = [
  { key: '← →', does: 'Page back or on, also Page Up and Page Down' },
  { key: 'Home End', does: 'First or last page' },
  { key: '+ −', does: 'Larger or smaller; 0 as it was' },
  { key: 'F', does: 'Full screen' },
  { key: '/', does: 'Search in the book' },
]
