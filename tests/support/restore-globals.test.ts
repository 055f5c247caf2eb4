import { afterAll, describe, expect, test, vi } from 'vitest'

describe('after a test that replaces a global and a method', () => {
  afterAll(() => {
    expect('window' in globalThis).toBe(false)
    expect(vi.isMockFunction(console.info)).toBe(false)
  })

  test('both are as before, although no other test follows in the file', () => {
    vi.stubGlobal('window', new EventTarget())
    vi.spyOn(console, 'info').mockReturnValue()
    expect('window' in globalThis).toBe(true)
    expect(vi.isMockFunction(console.info)).toBe(true)
  })
})
