import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { type DataColumn, DataTable } from '#ui/data-table.tsx'
import type { DeliveryListItem } from '#features/delivery/contract.ts'
import { useDesk } from '#ui/desk/desk-context.ts'
import { minuteOf } from './list-words.ts'
import type { useIssueActs } from './use-issue-acts.ts'

/** Where one copy stands, in the desk's words. */
export const deliveryStates = [
  ['queued', 'Queued'],
  ['claimed', 'Claimed'],
  ['in_data', 'Sending'],
  ['sent', 'Sent'],
  ['failed', 'Failed'],
  ['uncertain', 'Uncertain'],
  ['dropped', 'Not sent'],
  ['excluded', 'Excluded'],
] as const

const stateWords = new Map<string, string>(deliveryStates)

const columns: DataColumn<DeliveryListItem>[] = [
  {
    key: 'email',
    header: 'Email',
    isRowHeader: true,
    cell: ({ email }) => email || <span className="text-dust">erased</span>,
  },
  {
    key: 'state',
    header: 'Status',
    cell: (line) => (
      <>
        <span className="block whitespace-nowrap">{stateWords.get(line.state) ?? line.state}</span>
        {afterwards(line).map((words) => (
          <span key={words} className="block text-loss">
            {words}
          </span>
        ))}
      </>
    ),
  },
  {
    key: 'response',
    header: 'Server response',
    cell: ({ response }) => <span className="text-dust">{response || '–'}</span>,
  },
  { key: 'attempts', header: 'Attempts', isNumeric: true, cell: ({ attempts }) => attempts },
  {
    key: 'sent',
    header: 'Sent (UTC)',
    isNumeric: true,
    cell: ({ sent_at: at }) => (at ? <time dateTime={at}>{minuteOf(at)}</time> : '–'),
  },
  { key: 'opened', header: 'Opened', isShort: true, cell: ({ opened }) => opened ?? '–' },
  { key: 'clicked', header: 'Clicked', isShort: true, cell: ({ clicked }) => clicked ?? '–' },
]

/** Copies in a list; one that is uncertain can be settled by itself. */
export function RecipientTable(props: {
  id: string
  recipients: DeliveryListItem[]
  acts: ReturnType<typeof useIssueActs>
  empty: ReactNode
}) {
  const { id, recipients, acts, empty } = props
  const { may } = useDesk()
  const settles = may('editor') && recipients.some(({ state }) => state === 'uncertain')
  const settle: DataColumn<DeliveryListItem> = {
    key: 'settle',
    header: 'Actions',
    isUnlabelled: true,
    cell: (line) => (line.state === 'uncertain' ? <SettleOne id={id} line={line} acts={acts} /> : null),
  }
  return (
    <DataTable
      caption="Recipients"
      columns={settles ? [...columns, settle] : columns}
      rows={recipients}
      rowKey={({ id: key }) => key}
      isMarked={({ state }) => state === 'uncertain'}
      empty={empty}
    />
  )
}

function SettleOne({ id, line, acts }: { id: string; line: DeliveryListItem; acts: ReturnType<typeof useIssueActs> }) {
  const press = (as: 'sent' | 'again', told: string) => () =>
    void acts.act(id, 'settle', { as, deliveries: [line.id] }, told)
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

function afterwards({ bounced_at: bounced, complained_at: complained, left_at: left }: DeliveryListItem): string[] {
  return [
    bounced && `bounced ${minuteOf(bounced)}`,
    complained && `marked as spam ${minuteOf(complained)}`,
    left && `unsubscribed ${minuteOf(left)}`,
  ].filter((words): words is string => typeof words === 'string')
}
