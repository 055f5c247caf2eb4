import { Form } from 'react-router'
import { Button, ButtonLink } from '#ui/button.tsx'
import { SettingsPart } from '#ui/desk/settings-part.tsx'
import type { NewsletterScheduleService } from '#features/delivery/contract.ts'
import { formatTimestamp } from '#shared/timestamp.ts'

type Schedule = Awaited<ReturnType<NewsletterScheduleService['view']>>

/** When the Friday letter goes, and the one switch that keeps all letters back. */
export function LetterSection({ schedule }: { schedule: Schedule }) {
  const {
    next_send_at: next,
    new_york: newYork,
    newsletter,
    recipients,
    is_held: isHeld,
    held_reason: reason,
    obstacles,
  } = schedule
  return (
    <SettingsPart
      id="letter"
      title="The Friday letter"
      lead={isHeld ? 'Held back: nothing leaves.' : 'Goes out by itself every Friday at 09:00 in New York.'}
    >
      <dl className="figures grid gap-x-8 gap-y-4 text-small sm:grid-cols-2">
        <Fact name="Next, in New York" value={newYork} />
        <Fact name="The same in UTC" value={formatTimestamp(next)} />
        <Fact name="What goes" value={newsletter?.title ?? 'Nothing is scheduled yet'} />
        <Fact name="Who would get it now" value={String(recipients)} />
      </dl>
      {isHeld && reason ? <p className="text-small text-dust">{reason}</p> : null}
      {obstacles.map((obstacle) => (
        <p key={obstacle} className="text-small text-loss">
          {`In the way: ${obstacle}`}
        </p>
      ))}
      <Form method="post" preventScrollReset className="flex flex-wrap gap-3">
        <input type="hidden" name="act" value={isHeld ? 'resume-letters' : 'hold-letters'} />
        <Button type="submit">{isHeld ? 'Let letters go again' : 'Hold all letters back'}</Button>
        <ButtonLink to="/newsletter-admin">The newsletter desk</ButtonLink>
      </Form>
    </SettingsPart>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex flex-col gap-1">
      <dt className="label text-dust">{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}
