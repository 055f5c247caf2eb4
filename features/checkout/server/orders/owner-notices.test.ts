import { expect, test } from 'vitest'
import { ownerNoticeOf } from './owner-notices.ts'

test.each(['amount-differs', 'paid-twice'])(
  'the notice “%s” about a disputed order asks to respond to the dispute before a refund',
  (item) => {
    const [usual, disputed] = [ownerNoticeOf(item, 'fulfilled')!, ownerNoticeOf(item, 'disputed')!]
    expect(disputed.subject).toBe(usual.subject)
    expect(usual.todo.here).not.toContain('dispute')
    expect(disputed.todo.here).toContain('Respond to the dispute first')
  },
)

test('other notices are the same for a disputed order', () => {
  expect(ownerNoticeOf('second-payment', 'disputed')).toEqual(ownerNoticeOf('second-payment', 'fulfilled'))
  expect(ownerNoticeOf('unknown', 'disputed')).toBeUndefined()
})
