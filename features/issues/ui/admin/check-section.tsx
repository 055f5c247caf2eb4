import { CircleAlert, CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import type { IssueCheck, IssueDetail } from '#features/issues/contract.ts'
import { callAdminApi, adminErrorMessage } from '#ui/admin/call-admin-api.ts'
import { useAdmin } from '#ui/admin/admin-context.ts'

type Props = { issue: IssueDetail; isChanged: boolean; onSave: () => Promise<boolean> }

/** Checks every link, every source and the size of the saved issue. */
export function CheckSection({ issue, isChanged, onSave }: Props) {
  const admin = useAdmin()
  const [check, setCheck] = useState<IssueCheck | null>(issue.check)
  const [isBusy, setBusy] = useState(false)
  const isStale = isChanged || check?.version !== issue.version

  async function runCheck() {
    setBusy(true)
    try {
      if (isChanged && !(await onSave())) return
      setCheck(await callAdminApi<IssueCheck>(`newsletters/${issue.id}/check`, { method: 'POST' }))
    } catch (error) {
      admin.notify(adminErrorMessage(error) ?? '', 'refused')
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="flex-1 basis-56 text-small text-dust">Check all links, the sources and the size of the email.</p>
        <Button disabled={isBusy} onClick={() => void runCheck()}>
          {isBusy ? 'Checking…' : isChanged ? 'Save and check' : 'Check'}
        </Button>
      </div>
      <div role="status">{check && !isBusy ? <CheckResult check={check} isStale={isStale} /> : null}</div>
    </div>
  )
}

function CheckResult({ check: { problems, htmlBytes }, isStale }: { check: IssueCheck; isStale: boolean }) {
  if (isStale) return <p className="text-small text-dust">The issue has changed since the last check.</p>
  if (problems.length === 0)
    return (
      <p className="flex items-start gap-2.5">
        <CircleCheck size={18} className="mt-1 shrink-0 text-gain" />
        No problems found. With tracking links, the email is up to {(htmlBytes / 1024).toFixed(1)} KB.
      </p>
    )
  return (
    <ul className="flex flex-col gap-2">
      {problems.map(({ text, url }, index) => (
        <li key={`${url ?? ''}${index}`} className="flex items-start gap-2.5 text-small">
          <CircleAlert size={18} className="mt-0.5 shrink-0 text-loss" />
          <span className="min-w-0 [overflow-wrap:anywhere]">{text}</span>
        </li>
      ))}
    </ul>
  )
}
