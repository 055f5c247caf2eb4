import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import type { DeskSettings } from '#features/delivery/contract.ts'
import { callDesk, deskRefusal } from '#ui/desk/call-desk.ts'
import { useDesk } from '#ui/desk/desk-context.ts'

/** Stops everything at once, and lets it go on. */
export function HoldSwitch({ settings, mayRule, onChanged }: { settings: DeskSettings; mayRule: boolean; onChanged(): void }) {
  const { tell } = useDesk()
  const [isBusy, setBusy] = useState(false)

  async function turn() {
    if (isBusy) return
    setBusy(true)
    try {
      await callDesk('settings', { method: 'PUT', body: { is_held: !settings.is_held } })
      tell(settings.is_held ? 'Letters may leave again.' : 'Nothing leaves until you say so.')
      onChanged()
    } catch (error) {
      tell(deskRefusal(error) ?? 'API call failed', 'refused')
    }
    setBusy(false)
  }

  return (
    <div className="flex flex-wrap items-center justify-between gap-4 rounded-plate border border-groove bg-plate-raised px-4 py-3">
      <p>
        {settings.is_held ? 'Everything is held.' : 'Letters leave when they are due.'}
        {settings.is_held && settings.held_reason ? <span className="block text-small text-dust">{settings.held_reason}</span> : null}
      </p>
      {mayRule ? (
        <Button aria-disabled={isBusy} onClick={() => void turn()}>
          {settings.is_held ? 'Let letters leave' : 'Hold everything'}
        </Button>
      ) : null}
    </div>
  )
}
