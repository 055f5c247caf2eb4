import { afterAll, describe, expect, test, vi } from 'vitest'

describe('after a test that replaces a global and a method', () => {
  afterAll(() => {
    expect(typeof window).toBe('undefined')
    expect(vi.isMockFunction(console.info)).toBe(false)
  })

  test('both are as before, although no other test follows in the file', () => {
    vi.stubGlobal('window', new EventTarget())
    vi.spyOn(console, 'info').mockReturnValue()
    expect(typeof window).toBe('object')
    expect(vi.isMockFunction(console.info)).toBe(true)
  })
})
