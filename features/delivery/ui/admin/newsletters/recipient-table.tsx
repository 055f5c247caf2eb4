import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { type DataColumn, DataTable } from '#ui/data-table.tsx'
import type { DeliveryLine } from '#features/delivery/contract.ts'
import { useAdmin } from '#ui/admin/admin-context.ts'
import { minuteOf } from './list-words.ts'
import type { useIssueActs } from './use-issue-acts.ts'

/** Where one copy stands, in the desk's words. */
export const deliveryStates = [
  ['queued', 'Waiting'],
  ['claimed', 'In hand'],
  ['in_data', 'Being handed over'],
  ['sent', 'Sent'],
  ['failed', 'Refused'],
  ['uncertain', 'Uncertain'],
  ['dropped', 'Dropped'],
  ['excluded', 'Left out'],
] as const

const stateWords = new Map<string, string>(deliveryStates)

const columns: DataColumn<DeliveryLine>[] = [
  {
    key: 'email',
    header: 'Address',
    isRowHeader: true,
    cell: ({ email }) => email || <span className="text-dust">erased</span>,
  },
  {
    key: 'state',
    header: 'Copy',
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
    header: 'What the relay said',
    cell: ({ response }) => <span className="text-dust">{response || '–'}</span>,
  },
  { key: 'attempts', header: 'Tries', isNumeric: true, cell: ({ attempts }) => attempts },
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
  recipients: DeliveryLine[]
  acts: ReturnType<typeof useIssueActs>
  empty: ReactNode
}) {
  const { id, recipients, acts, empty } = props
  const { may } = useAdmin()
  const settles = may('editor') && recipients.some(({ state }) => state === 'uncertain')
  const settle: DataColumn<DeliveryLine> = {
    key: 'settle',
    header: 'What to do',
    isUnlabelled: true,
    cell: (line) => (line.state === 'uncertain' ? <SettleOne id={id} line={line} acts={acts} /> : null),
  }
  return (
    <DataTable
      caption="Recipients"
      columns={settles ? [...columns, settle] : columns}
      rows={recipients}
      rowKey={({ id: key }) => key}
      isHighlighted={({ state }) => state === 'uncertain'}
      empty={empty}
    />
  )
}

function SettleOne({ id, line, acts }: { id: string; line: DeliveryLine; acts: ReturnType<typeof useIssueActs> }) {
  const press = (as: 'sent' | 'again', told: string) => () =>
    void acts.act(id, 'settle', { as, deliveries: [line.id] }, told)
  return (
    <div className="flex flex-wrap gap-2 md:justify-end">
      <Button
        aria-label={`Take as arrived: ${line.email}`}
        onClick={press('sent', 'Taken as arrived.')}
        className="px-3 py-2"
      >
        Arrived
      </Button>
      <Button
        aria-label={`Send again: ${line.email}`}
        onClick={press('again', 'It is sent again.')}
        className="px-3 py-2"
      >
        Again
      </Button>
    </div>
  )
}

function afterwards({ bounced_at: bounced, complained_at: complained, left_at: left }: DeliveryLine): string[] {
  return [
    bounced && `came back ${minuteOf(bounced)}`,
    complained && `marked as spam ${minuteOf(complained)}`,
    left && `unsubscribed ${minuteOf(left)}`,
  ].filter((words): words is string => typeof words === 'string')
}
