import { expect, test } from 'vitest'
import { feedbackLabels } from './recipient-table.tsx'

type Feedback = Parameters<typeof feedbackLabels>[0]

const at = '2026-11-27T14:01:59Z'
const none = { bounced_at: null, is_blocked: false, complained_at: null, left_at: null }

test.each<[Partial<Feedback>, string[]]>([
  [{}, []],
  [{ bounced_at: at }, ['bounced 2026-11-27 14:01 UTC']],
  [{ bounced_at: at, is_blocked: true }, ['blocked 2026-11-27 14:01 UTC']],
  [{ complained_at: at, left_at: at }, ['marked as spam 2026-11-27 14:01 UTC', 'unsubscribed 2026-11-27 14:01 UTC']],
])('feedback %j is shown as %j', (change, labels) => expect(feedbackLabels({ ...none, ...change })).toEqual(labels))
