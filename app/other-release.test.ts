import { expect, test } from 'vitest'
import { reloadForOtherRelease } from './other-release.ts'

test('a text that is missing on the server loads nothing and does not fail the page', () => {
  expect(() => reloadForOtherRelease(['another'])).not.toThrow()
})
