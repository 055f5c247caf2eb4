import { countOf } from '#shared/count-of.ts'
import { formatTimestamp } from '#shared/timestamp.ts'
import { EmptyState } from '#ui/notice.tsx'
import { Button } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import {
  nextSendLabel,
  overdueLabel,
  pausedSentence,
  type SendingSettingsView,
  type ScheduleView,
} from '#features/delivery/contract.ts'
import { useAdmin, useTabReload } from '#ui/admin/admin-context.ts'
import { useAdminData } from '#ui/admin/use-admin-data.ts'
import { SendingForm } from './sending-form.tsx'
import { SettingsSection } from '#ui/admin/settings-section.tsx'
import { useState } from 'react'
import { callAdminApi, adminErrorMessage } from '#ui/admin/call-admin-api.ts'

/** Sending settings: next send, blockers, pause switch and limits. */
export function SendingSection() {
  const { may } = useAdmin()
  const settings = useAdminData<SendingSettingsView>('settings')
  const schedule = useAdminData<ScheduleView>('schedule')
  const canConfigure = may('super_admin')
  useTabReload(schedule.reload)
  function reload() {
    settings.reload()
    schedule.reload()
  }
  return (
    <SettingsSection
      title="Sending"
      lead="Weekly issues are sent on Fridays at 9 AM New York time, once to each weekly subscriber. If it is unclear whether the mail server accepted an email, it is marked Uncertain in the recipient list of its issue and is not resent automatically."
    >
      {settings.error ? (
        <EmptyState title="Couldn’t load the settings" action={<Button onClick={reload}>Try again</Button>}>
          {settings.error}
        </EmptyState>
      ) : settings.data ? (
        <>
          <NextSend schedule={schedule.data} error={schedule.error} />
          <HoldSwitch
            settings={settings.data}
            // Before the owner has resumed a restored site, the switch would be refused.
            canConfigure={canConfigure && schedule.data?.is_restored_copy !== true}
            onChanged={reload}
          />
          <SendingForm
            key={JSON.stringify(settings.data)}
            settings={settings.data}
            canConfigure={canConfigure}
            onSaved={reload}
          />
        </>
      ) : (
        <Skeleton className="h-96 w-full" />
      )}
    </SettingsSection>
  )
}

function NextSend({ schedule, error }: { schedule: ScheduleView | undefined; error: string }) {
  if (!schedule && error)
    return (
      <p role="alert" className="text-small text-loss">
        Couldn’t load the schedule: {error}
      </p>
    )
  if (!schedule) return <Skeleton className="h-24 w-full" />
  return (
    <div className="flex flex-col gap-3">
      <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
        <div>
          <dt className="text-small text-dust">{nextSendLabel(schedule)}</dt>
          {schedule.is_held && schedule.is_overdue ? (
            <dd>{overdueLabel}</dd>
          ) : (
            <>
              <dd className="font-mono text-small tabular-nums">{schedule.new_york}</dd>
              <dd className="font-mono text-small text-dust tabular-nums">{formatTimestamp(schedule.next_send_at)}</dd>
            </>
          )}
        </div>
        <div>
          <dt className="text-small text-dust">Next issue</dt>
          <dd>{schedule.newsletter?.title ?? 'No issue is scheduled yet.'}</dd>
          <dd className="font-mono text-small text-dust tabular-nums">{countOf(schedule.recipients, 'recipient')}</dd>
        </div>
      </dl>
      {schedule.obstacles.map((blocker) => (
        <p key={blocker} role="alert" className="text-small text-loss">
          Sending is blocked: {blocker}
        </p>
      ))}
    </div>
  )
}

/** Switch that pauses and resumes all sending. */
function HoldSwitch({
  settings,
  canConfigure,
  onChanged,
}: {
  settings: SendingSettingsView
  canConfigure: boolean
  onChanged(): void
}) {
  const { notify } = useAdmin()
  const [isBusy, setBusy] = useState(false)

  async function toggle() {
    if (isBusy) return
    setBusy(true)
    try {
      const body = { is_held: !settings.is_held }
      const saved = await callAdminApi<SendingSettingsView>('settings', { method: 'PUT', body })
      // A site restored from a backup stays paused until the owner resumes it.
      if (saved.is_held !== body.is_held) notify(pausedSentence(saved.held_reason), 'refused')
      else notify(saved.is_held ? 'Sending paused.' : 'Sending resumed.')
      onChanged()
    } catch (error) {
      notify(adminErrorMessage(error) ?? 'API call failed', 'refused')
    }
    setBusy(false)
  }

  return (
    <div className="flex flex-wrap items-center justify-between gap-4 rounded-plate border border-groove bg-plate-raised px-4 py-3">
      <p>{settings.is_held ? pausedSentence(settings.held_reason) : 'Sending is not paused.'}</p>
      {canConfigure ? (
        <Button aria-disabled={isBusy} onClick={() => void toggle()}>
          {settings.is_held ? 'Resume sending' : 'Pause sending'}
        </Button>
      ) : null}
    </div>
  )
}
