import { expect, test } from 'vitest'
import { describeRemoval } from './samples-section.tsx'

test.each([
  [
    { artist: 2, collection: 1, book: 3 },
    'Remove sample artists (2) and collections (1) and unpublish sample books (3). The station stops playing sample tracks. You can restore them later.',
  ],
  [{ artist: 0, collection: 4, book: 0 }, 'Remove sample collections (4). You can restore them later.'],
  [{ artist: 0, collection: 0, book: 1 }, 'Unpublish sample books (1). You can restore them later.'],
])('the removal of samples names only what is left: %o', (counts, text) => {
  expect(describeRemoval(counts)).toBe(text)
})
