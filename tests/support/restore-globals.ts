import { beforeEach, onTestFinished, vi } from 'vitest'

/*
 * Vitest setup file: each test leaves globals and methods as it found them. Vitest's own `unstubGlobals` and
 * `restoreMocks` restore them before the next test only, and the files of a worker share their globals and modules:
 * modules that the next file imports would see the `window` of the last test.
 */

beforeEach(() => {
  // Registered before the handlers of the test itself, which run first and may still need what was replaced.
  onTestFinished(() => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })
})
