import { expect, test, vi } from 'vitest'
import { isFocusLost } from './is-focus-lost.ts'

/** Facts about the focused element. */
const element = ({ disabled = false, hidden = false }) => ({
  matches: (selector: string) => selector === ':disabled' && disabled,
  checkVisibility: () => !hidden,
})

test('the focus is lost on nothing, on the body, and on a control that was disabled or hidden before the browser moved it', () => {
  const body = element({})
  const isLostOn = (activeElement: unknown) => {
    vi.stubGlobal('document', { body, activeElement })
    return isFocusLost()
  }
  expect(isLostOn(element({}))).toBe(false)
  expect([null, body, element({ disabled: true }), element({ hidden: true })].map(isLostOn)).toEqual([
    true,
    true,
    true,
    true,
  ])
})
