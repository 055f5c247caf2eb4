import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { type DataColumn, DataTable } from '#ui/data-table.tsx'
import { type DeliveryListItem, messageIdHint } from '#features/delivery/contract.ts'
import { useAdmin } from '#ui/admin/admin-context.ts'
import { formatTimestamp } from '#shared/timestamp.ts'
import { formatMinute } from './format-issue.ts'
import { unclassifiedText } from '../dashboard/classification-bar.tsx'
import type { useIssueActions } from './use-issue-actions.ts'

/** Labels of the delivery states. */
export const deliveryStates = [
  ['queued', 'Queued'],
  ['claimed', 'Preparing'],
  ['in_data', 'Sending'],
  ['sent', 'Sent'],
  ['failed', 'Failed'],
  ['uncertain', 'Uncertain'],
  ['dropped', 'Not sent'],
  ['excluded', 'Excluded'],
] as const

const stateLabels = new Map<string, string>(deliveryStates)

const classificationLabels = { human: 'Human', unsure: 'Unclassified', machine: 'Machine' }

const classificationLabel = (found: DeliveryListItem['opened']) => (found ? classificationLabels[found] : '–')

const columns: DataColumn<DeliveryListItem>[] = [
  {
    key: 'email',
    header: 'Email',
    isRowHeader: true,
    cell: ({ email }) => email || <span className="text-dust">deleted</span>,
  },
  {
    key: 'state',
    header: 'Status',
    cell: (line) => (
      <>
        <span className="block whitespace-nowrap">{stateLabels.get(line.state) ?? line.state}</span>
        {feedbackLabels(line).map((words) => (
          <span key={words} className="block text-loss">
            {words}
          </span>
        ))}
      </>
    ),
  },
  {
    key: 'response',
    header: 'Details',
    cell: ({ id, state, response }) => (
      <>
        <span className="text-dust">{response || '–'}</span>
        {state === 'uncertain' ? (
          <span className="block text-dust [overflow-wrap:anywhere]">{messageIdHint(id)}</span>
        ) : null}
      </>
    ),
  },
  // Failed connections are not attempts: they do not use up the retries of an email.
  { key: 'attempts', header: 'Attempts', isNumeric: true, cell: ({ attempts }) => attempts || '–' },
  {
    key: 'sent',
    header: 'Sent (UTC)',
    isNumeric: true,
    cell: ({ sent_at: at }) => (at ? <time dateTime={at}>{formatMinute(at)}</time> : '–'),
  },
  { key: 'opened', header: 'Opened', isShort: true, cell: ({ opened }) => classificationLabel(opened) },
  { key: 'clicked', header: 'Clicked', isShort: true, cell: ({ clicked }) => classificationLabel(clicked) },
]

/** Table of deliveries; uncertain ones can be resolved one by one. */
export function RecipientTable(props: {
  id: string
  recipients: DeliveryListItem[]
  actions: ReturnType<typeof useIssueActions>
  empty: ReactNode
}) {
  const { id, recipients, actions, empty } = props
  const { may } = useAdmin()
  const settles = may('editor') && recipients.some(({ state }) => state === 'uncertain')
  const settle: DataColumn<DeliveryListItem> = {
    key: 'settle',
    header: 'Actions',
    isUnlabelled: true,
    cell: (line) => (line.state === 'uncertain' ? <ResolveOne id={id} line={line} actions={actions} /> : null),
  }
  return (
    <>
      {recipients.some(({ opened, clicked }) => opened === 'unsure' || clicked === 'unsure') ? (
        <p className="text-small text-dust">{unclassifiedText}</p>
      ) : null}
      <DataTable
        caption="Recipients"
        columns={settles ? [...columns, settle] : columns}
        rows={recipients}
        rowKey={({ id: key }) => key}
        isHighlighted={({ state }) => state === 'uncertain'}
        empty={empty}
      />
    </>
  )
}

function ResolveOne({
  id,
  line,
  actions,
}: {
  id: string
  line: DeliveryListItem
  actions: ReturnType<typeof useIssueActions>
}) {
  const press = (as: 'sent' | 'again', successMessage: string) => () =>
    void actions.run(id, 'settle', { as, deliveries: [line.id] }, successMessage)
  return (
    <div className="flex flex-wrap gap-2 md:justify-end">
      <Button
        aria-label={`Mark as sent: ${line.email}`}
        onClick={press('sent', 'Marked as sent.')}
        className="px-3 py-2"
      >
        Mark as sent
      </Button>
      <Button
        aria-label={`Resend: ${line.email}`}
        onClick={press('again', 'Queued to send again.')}
        className="px-3 py-2"
      >
        Resend
      </Button>
    </div>
  )
}

/** Returns what became of a delivery after it was sent, with the times. */
export function feedbackLabels({
  bounced_at: bounced,
  is_blocked: isBlocked,
  complained_at: complained,
  left_at: left,
}: Pick<DeliveryListItem, 'bounced_at' | 'is_blocked' | 'complained_at' | 'left_at'>): string[] {
  return [
    bounced && `${isBlocked ? 'blocked' : 'bounced'} ${formatTimestamp(bounced)}`,
    complained && `marked as spam ${formatTimestamp(complained)}`,
    left && `unsubscribed ${formatTimestamp(left)}`,
  ].filter((words): words is string => typeof words === 'string')
}
