import { expect, test } from 'vitest'
import { actionItemTodo } from './action-item-labels.ts'

test('the instruction says whether the order gives access; a book that was never delivered gives none', () => {
  expect(actionItemTodo('partly-refunded', true)).toBe('This order gives access unless you revoke it.')
  for (const hasAccess of [false, undefined])
    expect(actionItemTodo('partly-refunded', hasAccess)).toBe('This order gives no access.')
  expect(actionItemTodo('disputed', true)).toMatch('this order still gives access')
  expect(actionItemTodo('disputed', undefined)).toMatch('this order gives no access')
  expect(actionItemTodo('paid-twice', true)).toMatch('Refunding this order ends only the access from this order.')
  expect(actionItemTodo('paid-twice', false)).toMatch('This order gives no access.')
})
