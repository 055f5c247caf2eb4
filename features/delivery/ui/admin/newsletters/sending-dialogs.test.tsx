import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { ScheduleView } from '#features/delivery/contract.ts'
import type { IssueListItem } from '#features/issues/contract.ts'
import { inEnglish } from '#tests/support/in-english.tsx'
import { AdminContext, type Admin } from '#ui/admin/admin-context.ts'
import { SecondsLeft } from './countdown.tsx'
import { IssueButtons, type LoadedSchedule } from './issue-buttons.tsx'
import { SchedulePanel } from './schedule-panel.tsx'
import { SendNowQuestion } from './send-now-dialog.tsx'

const schedule: ScheduleView = {
  next_send_at: '2026-11-27T14:00:00Z',
  is_overdue: false,
  new_york: 'Friday, November 27, 2026 at 9:00 AM EST',
  newsletter: null,
  recipients: 6,
  weekly_recipients: 6,
  is_held: false,
  held_reason: '',
  is_restored_copy: false,
  obstacles: [],
}
const as = (role: Admin['me']['role'], part: ReactNode) => (
  <AdminContext value={{ ...admin, may: (needed) => needed !== 'super_admin' || role === 'super_admin' }}>
    {part}
  </AdminContext>
)
const question = (change: Partial<ScheduleView>, role: Admin['me']['role'] = 'super_admin') =>
  read(as(role, <SendNowQuestion schedule={{ ...schedule, ...change }} />))
const read = (part: ReactNode) =>
  renderToStaticMarkup(inEnglish(<MemoryRouter>{part}</MemoryRouter>))
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

const issue: IssueListItem = {
  id: '1',
  slug: 'one',
  title: 'One',
  kind: 'weekly',
  status: 'draft',
  created_at: '2026-11-27T12:00:00Z',
  updated_at: '2026-11-27T12:55:00Z',
  sent_date: null,
  subscriber_count: 6,
  due_at: null,
  is_undoable: false,
  reason: '',
  progress: null,
  open_rate: null,
  click_rate: null,
}
const admin: Admin = {
  me: { email: 'editor@example.com', role: 'editor', isOwner: false },
  may: () => true,
  notify: () => undefined,
  reloadTab: () => undefined,
  onReloadTab: () => () => undefined,
}
const loaded = (change: Partial<ScheduleView> = {}): LoadedSchedule => ({
  data: { ...schedule, ...change },
  error: '',
  reload: () => undefined,
})
const buttons = (change: Partial<IssueListItem>, ofSchedule = loaded()) =>
  read(
    <AdminContext value={admin}>
      <IssueButtons
        issue={{ ...issue, ...change }}
        schedule={ofSchedule}
        actions={{ run: async () => true, busy: '' }}
        isWhole
      />
    </AdminContext>,
  )

test('Generate & Send Now promises to send only if nothing prevents it', () => {
  expect(question({})).toMatch(/^A new issue will be generated and sent to 6 subscribers\..*60 seconds to undo/)
  expect(question({ is_held: true, held_reason: 'We look at the relay.' })).toBe(
    'No issue can be sent now. Sending is paused. We look at the relay. Open Settings',
  )
  expect(question({ obstacles: ['The postal address is missing.'] })).toBe(
    'No issue can be sent now. The postal address is missing.',
  )
  expect(question({ weekly_recipients: 0 })).toBe('No issue can be sent now. There are no weekly subscribers.')
})

test('only a super admin gets the link to resume sending, and nobody on a restored copy', () => {
  const paused = { is_held: true, held_reason: 'We look at the relay.' }
  const panel = (role: Admin['me']['role'], change: Partial<ScheduleView>) =>
    read(as(role, <SchedulePanel schedule={{ ...schedule, ...change }} error="" />))
  for (const shown of [question(paused, 'editor'), panel('editor', paused)])
    expect(shown).toMatch(/We look at the relay\. A super admin can resume sending under Settings\.$/)
  expect(panel('super_admin', paused)).toMatch(/We look at the relay\. Open Settings$/)
  const copied = { is_held: true, held_reason: 'The owner must resume the site first.', is_restored_copy: true }
  for (const shown of [question(copied), question(copied, 'editor'), panel('super_admin', copied)])
    expect(shown).toMatch(/The owner must resume the site first\.$/)
})

test('a countdown is named by the time that is left, and at its end by what happens', () => {
  expect(renderToStaticMarkup(<SecondsLeft left={54} />)).toMatch(/aria-label="54 seconds left to undo"[^>]*>0:54</)
  expect(renderToStaticMarkup(<SecondsLeft left={0} />)).not.toContain('aria-label')
})

test('before the schedule is known, no dialog promises to send', () => {
  const unknown: LoadedSchedule = { data: undefined, error: '', reload: () => undefined }
  expect(buttons({}, unknown)).toMatch(/Loading the schedule… Close$/)
  expect(buttons({}, { ...unknown, error: 'API call failed' })).toMatch(
    /This issue cannot be sent now Couldn’t load the schedule\. API call failed Try again Close$/,
  )
  const soon = { status: 'scheduled', due_at: new Date(Date.now() + 30_000).toISOString() } as const
  expect(buttons(soon, unknown)).toBe('Unschedule')
  expect(buttons(soon)).toMatch(/Undo$/)
})

test('the time of the next send is conditional while all sending is paused, unless it has passed', () => {
  const labelsOf = (change: Partial<ScheduleView>) =>
    read(as('editor', <SchedulePanel schedule={{ ...schedule, ...change }} error="" />)).match(
      /Next send[a-z ]*, (New York|UTC)/g,
    )
  expect(labelsOf({})).toEqual(['Next send, New York', 'Next send, UTC'])
  expect(labelsOf({ is_held: true })).toEqual(['Next send if resumed, New York', 'Next send if resumed, UTC'])
  expect(labelsOf({ is_held: true, is_overdue: true })).toEqual(['Next send, New York', 'Next send, UTC'])
})

test('on its own screen, a draft is sent on Friday or now', () => {
  expect(buttons({})).toMatch(/^Edit Send on Friday Send now /)
})

test('the question before sending a draft names what prevents it and then offers no button', () => {
  expect(buttons({})).toMatch(/Send to 6 subscribers now\? You can undo this for 60 seconds\..*Send now Not now$/)
  expect(buttons({}, loaded({ obstacles: ['The postal address is missing.'] }))).toMatch(
    /This issue cannot be sent now The postal address is missing\. Close$/,
  )
})

test('cancelling a paused issue does not suggest to pause it', () => {
  const progress = {
    planned: 6,
    sent: 4,
    failed: 0,
    uncertain: 0,
    waiting: 2,
    dropped: 0,
    excluded: 0,
    per_second: 0,
    seconds_left: null,
  }
  expect(buttons({ status: 'sending', progress })).toMatch(/pause instead\. Cancel sending Keep sending$/)
  expect(buttons({ status: 'paused', progress })).toMatch(/This cannot be undone\. Cancel sending Keep paused$/)
  expect(buttons({ status: 'sending', progress }, loaded({ is_held: true }))).toMatch(
    /the issue stays on the site\. This cannot be undone\. Cancel sending Keep paused$/,
  )
  // An uncertain email may have arrived, and the issue keeps its page for it.
  expect(buttons({ status: 'sending', progress: { ...progress, sent: 0, uncertain: 1 } })).toContain(
    'stays on the site',
  )
  expect(buttons({ status: 'sending', progress: { ...progress, sent: 0 } })).not.toContain('already sent')
})
