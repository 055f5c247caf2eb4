import { expect, test } from 'vitest'
import { describeDelivery, describeEvent } from './timeline-labels.ts'

const title = 'New: “Dub” by Ada'

test.each([
  ['unsubscribe', 'page', 'Unsubscribed on the site after receiving “New: ‘Dub’ by Ada”', ''],
  [
    'unsubscribe',
    'one-click',
    'Unsubscribed with the email app’s unsubscribe button after receiving “New: ‘Dub’ by Ada”',
    '',
  ],
  ['unsubscribe', 'mail', 'Unsubscribed by email after receiving “New: ‘Dub’ by Ada”', ''],
  ['complaint', 'abuse by x/1', 'Reported “New: ‘Dub’ by Ada” as spam', 'Report type: abuse, sent by x/1'],
  ['complaint', 'abuse', 'Reported “New: ‘Dub’ by Ada” as spam', 'Report type: abuse'],
  ['complaint', 'spam button pressed', 'Reported “New: ‘Dub’ by Ada” as spam', 'spam button pressed'],
  ['bounce', '550 5.1.1 gone', '“New: ‘Dub’ by Ada” bounced', '550 5.1.1 gone'],
  ['delay', '451 4.2.1 later', '“New: ‘Dub’ by Ada” was delayed', '451 4.2.1 later'],
  ['block', '550 5.7.1 DMARC', '“New: ‘Dub’ by Ada” was blocked because of our sending setup', '550 5.7.1 DMARC'],
  ['of-later', '', 'Of later “New: ‘Dub’ by Ada”', ''],
  ['open', '', 'Opened “New: ‘Dub’ by Ada”', 'Unclassified'],
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
