import { expect, test } from 'vitest'
import { describeDelivery, describeEvent } from './timeline-labels.ts'

const title = 'New: “Dub” by Ada'

test.each([
  ['unsubscribe', 'page', 'Unsubscribed on the page linked in “New: ‘Dub’ by Ada”', ''],
  [
    'unsubscribe',
    'one-click',
    'Unsubscribed with the unsubscribe button of an email app, from “New: ‘Dub’ by Ada”',
    '',
  ],
  ['unsubscribe', 'mail', 'Unsubscribed by email, from “New: ‘Dub’ by Ada”', ''],
  ['complaint', 'abuse by x/1', 'Reported as spam: “New: ‘Dub’ by Ada”', 'Report type: abuse, sent by x/1'],
  ['complaint', 'abuse', 'Reported as spam: “New: ‘Dub’ by Ada”', 'Report type: abuse'],
  ['complaint', 'spam button pressed', 'Reported as spam: “New: ‘Dub’ by Ada”', 'spam button pressed'],
  ['bounce', '550 5.1.1 gone', 'Bounced: “New: ‘Dub’ by Ada”', '550 5.1.1 gone'],
  ['open', '', 'Opened “New: ‘Dub’ by Ada”', 'Unclear'],
])('the event %s with “%s” is shown as “%s”', (kind, reason, what, detail) => {
  expect(describeEvent({ kind, title, classification: 'unsure', reason })).toEqual({ what, detail })
})

test('a click is shown with its address, and a delivery with its state and the reply of the server or the start of its message ID', () => {
  const click = { kind: 'click', title, classification: 'human', reason: '', url: 'https://a.example/' } as const
  expect(describeEvent(click).detail).toBe('Human · https://a.example/')
  const delivery = { title, id: '1' }
  expect(describeDelivery({ ...delivery, state: 'failed', response: '550 no' }).detail).toBe('Failed: 550 no')
  expect(describeDelivery({ ...delivery, state: 'uncertain', response: 'timed out' }).detail).toBe(
    'Delivery uncertain: timed out · Message ID starts with 1',
  )
})
