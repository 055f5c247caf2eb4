import { expect, test, vi } from 'vitest'
import { isFocusLost } from './is-focus-lost.ts'

/** Facts about the focused element. */
const element = ({ disabled = false, hidden = false }) => ({
  matches: (selector: string) => selector === ':disabled' && disabled,
  checkVisibility: () => !hidden,
})

test('the focus is lost without an element, on the body, and on a control that was just disabled or hidden', () => {
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
