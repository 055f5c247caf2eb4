import { formatTimestamp } from '#shared/timestamp.ts'
import { EmptyState } from '#ui/notice.tsx'
import { Button } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { DeskSettings, ScheduleView } from '#features/delivery/contract.ts'
import { useAdmin } from '#ui/admin/admin-context.ts'
import { useAdminData } from '#ui/admin/use-admin-data.ts'
import { SendingForm } from './sending-form.tsx'
import { SettingsSection } from '#ui/admin/settings-section.tsx'
import { useState } from 'react'
import { callAdminApi, adminErrorMessage } from '#ui/admin/call-admin-api.ts'

/** How letters leave: what goes next, what stands in the way, how fast, and the one switch that stops everything. */
export function SendingSection() {
  const { may } = useAdmin()
  const settings = useAdminData<DeskSettings>('settings')
  const schedule = useAdminData<ScheduleView>('schedule')
  const mayRule = may('super_admin')
  function reload() {
    settings.reload()
    schedule.reload()
  }
  return (
    <SettingsSection
      title="Sending"
      lead="Every Friday at nine in New York, to each reader once. Copies nobody is sure of are shown with their issue, and never sent again by themselves."
    >
      {settings.error ? (
        <EmptyState title="The settings cannot be shown" action={<Button onClick={reload}>Try again</Button>}>
          {settings.error}
        </EmptyState>
      ) : settings.data ? (
        <>
          <NextSend schedule={schedule.data} error={schedule.error} />
          <HoldSwitch settings={settings.data} mayRule={mayRule} onChanged={reload} />
          <SendingForm
            key={JSON.stringify(settings.data)}
            settings={settings.data}
            mayRule={mayRule}
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
        When the next letter goes cannot be shown: {error}
      </p>
    )
  if (!schedule) return <Skeleton className="h-24 w-full" />
  return (
    <div className="flex flex-col gap-3">
      <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
        <div>
          <dt className="text-small text-dust">Next send</dt>
          <dd className="font-mono text-small tabular-nums">{schedule.new_york}</dd>
          <dd className="font-mono text-small text-dust tabular-nums">{formatTimestamp(schedule.next_send_at)}</dd>
        </div>
        <div>
          <dt className="text-small text-dust">What goes</dt>
          <dd>{schedule.newsletter?.title ?? 'Nothing is scheduled yet.'}</dd>
          <dd className="font-mono text-small text-dust tabular-nums">
            {schedule.recipients.toLocaleString('en-US')} would get it now
          </dd>
        </div>
      </dl>
      {schedule.obstacles.map((obstacle) => (
        <p key={obstacle} role="alert" className="text-small text-loss">
          Nothing can be sent: {obstacle}
        </p>
      ))}
    </div>
  )
}

/** Stops everything at once, and lets it go on. */
function HoldSwitch({ settings, mayRule, onChanged }: { settings: DeskSettings; mayRule: boolean; onChanged(): void }) {
  const { notify } = useAdmin()
  const [isBusy, setBusy] = useState(false)

  async function turn() {
    if (isBusy) return
    setBusy(true)
    try {
      await callAdminApi('settings', { method: 'PUT', body: { is_held: !settings.is_held } })
      notify(settings.is_held ? 'Letters may leave again.' : 'Nothing leaves until you say so.')
      onChanged()
    } catch (error) {
      notify(adminErrorMessage(error) ?? 'API call failed', 'refused')
    }
    setBusy(false)
  }

  return (
    <div className="flex flex-wrap items-center justify-between gap-4 rounded-plate border border-groove bg-plate-raised px-4 py-3">
      <p>
        {settings.is_held ? 'Everything is held.' : 'Letters leave when they are due.'}
        {settings.is_held && settings.held_reason ? (
          <span className="block text-small text-dust">{settings.held_reason}</span>
        ) : null}
      </p>
      {mayRule ? (
        <Button aria-disabled={isBusy} onClick={() => void turn()}>
          {settings.is_held ? 'Let letters leave' : 'Hold everything'}
        </Button>
      ) : null}
    </div>
  )
}
