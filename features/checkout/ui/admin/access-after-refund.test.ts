import { expect, test } from 'vitest'
import { accessAfterRefund } from './access-after-refund.ts'

const after = (hasAccess: boolean | undefined, otherOrderCode?: string) =>
  accessAfterRefund({ bookTitle: 'Real AI Music', hasAccess, otherOrderCode })

test('a refund ends access unless the book was never delivered or another order still opens it', () => {
  expect(after(true)).toEqual({
    planned: 'loses access to Real AI Music',
    done: 'no longer has access to Real AI Music',
  })
  expect(after(false).planned).toBe('no longer has access to Real AI Music')
  expect(after(undefined).planned).toBe('does not get Real AI Music')
  expect(after(true, 'SW-OTHER').done).toBe('keeps access to Real AI Music through order SW-OTHER')
})
