import { ButtonLink } from '#ui/button.tsx'
import { SettingsSection } from '#ui/admin/settings-section.tsx'
import { PostForm, SubmitButton } from '#ui/post-form.tsx'
import {
  nextSendLabel,
  type NewsletterScheduleService,
  overdueLabel,
  pausedSentence,
} from '#features/delivery/contract.ts'
import { formatTimestamp } from '#shared/timestamp.ts'

type Schedule = Awaited<ReturnType<NewsletterScheduleService['view']>>

/** Schedule of the newsletter, and the switch that pauses all sending. */
export function NewsletterSendingSection({ schedule }: { schedule: Schedule }) {
  const {
    next_send_at: next,
    new_york: newYork,
    newsletter,
    recipients,
    is_held: isHeld,
    held_reason: reason,
    obstacles,
  } = schedule
  const isWaiting = isHeld && schedule.is_overdue
  const sendLabel = nextSendLabel(schedule)
  return (
    <SettingsSection
      id="newsletter"
      title="Newsletter"
      lead={isHeld ? pausedSentence(reason) : 'Sent automatically every Friday at 9 AM New York time.'}
    >
      <dl className="figures grid gap-x-8 gap-y-4 text-small sm:grid-cols-2">
        <Fact name={`${sendLabel}, New York`} value={isWaiting ? overdueLabel : newYork} />
        <Fact name={`${sendLabel}, UTC`} value={isWaiting ? '–' : formatTimestamp(next)} />
        <Fact name="Next issue" value={newsletter?.title ?? 'No issue is scheduled yet'} />
        <Fact name="Recipients" value={String(recipients)} />
      </dl>
      {obstacles.map((blocker) => (
        <p key={blocker} className="text-small text-loss">
          {`Blocked: ${blocker}`}
        </p>
      ))}
      <PostForm className="flex flex-wrap gap-3">
        <input type="hidden" name="act" value={isHeld ? 'resume-sending' : 'pause-sending'} />
        <SubmitButton>{isHeld ? 'Resume sending' : 'Pause sending'}</SubmitButton>
        <ButtonLink to="/newsletter-admin">Open newsletter admin</ButtonLink>
      </PostForm>
    </SettingsSection>
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
