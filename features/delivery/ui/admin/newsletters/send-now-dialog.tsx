import { quoteTitle } from '#shared/quotation-marks.ts'
import { useCallback, useState } from 'react'
import { Link } from 'react-router'
import { Button, buttonClass } from '#ui/button.tsx'
import { Dialog, DialogClose, DialogTrigger } from '#ui/dialog.tsx'
import { FieldError } from '#ui/field.tsx'
import { pausedSentence, type ScheduleView, undoSeconds } from '#features/delivery/contract.ts'
import { useAdmin } from '#ui/admin/admin-context.ts'
import { callAdminApi, adminErrorMessage } from '#ui/admin/call-admin-api.ts'
import { Countdown } from './countdown.tsx'
import { issueAdminPath, noRecipientsText } from './format-issue.ts'
import { ResumeHint } from './schedule-panel.tsx'
import type { TriggerReply } from '#features/issues/contract.ts'
import { countOf } from '#shared/count-of.ts'

const id = 'send-now'

/** Computed from the server's response, so that a wrong local clock does not matter. */
const undoMs = undoSeconds * 1000

type Stage =
  | { at: 'loading' }
  | { at: 'confirming'; schedule: ScheduleView }
  | { at: 'working' }
  | { at: 'countdown'; reply: TriggerReply; until: number; refusal: string }
  | { at: 'done'; text: string; newsletter?: string }
  | { at: 'refused'; message: string }

/**
 * Button that generates and sends an issue: shows the number of recipients first, and offers to undo for a minute. The
 * open tab is reloaded after each change, and after errors too: a refused issue is saved as a draft.
 */
export function GenerateAndSendNow() {
  const { notify, reloadTab } = useAdmin()
  const [stage, setStage] = useState<Stage>({ at: 'loading' })

  async function loadSchedule() {
    // A reopened dialog shows the current state.
    if (stage.at === 'working' || stage.at === 'countdown') return
    setStage({ at: 'loading' })
    try {
      setStage({ at: 'confirming', schedule: await callAdminApi<ScheduleView>('schedule') })
    } catch (error) {
      setStage({ at: 'refused', message: adminErrorMessage(error) ?? '' })
    }
  }

  async function send() {
    if (stage.at !== 'confirming') return
    setStage({ at: 'working' })
    notify('')
    try {
      const reply = await callAdminApi<TriggerReply>('trigger-newsletter', { method: 'POST', body: {} })
      setStage({ at: 'countdown', reply, until: Date.now() + undoMs, refusal: '' })
    } catch (error) {
      setStage({ at: 'refused', message: adminErrorMessage(error) ?? '' })
    }
    reloadTab()
  }

  async function undo() {
    if (stage.at !== 'countdown') return
    notify('')
    const { newsletter } = stage.reply
    try {
      await callAdminApi(`newsletters/${newsletter.id}/undo`, { method: 'POST', body: {} })
      setStage({
        at: 'done',
        text: 'Undone. The issue was not sent and is saved as a draft.',
        newsletter: newsletter.id,
      })
    } catch (error) {
      setStage({ ...stage, refusal: adminErrorMessage(error) ?? '' })
    }
    reloadTab()
  }

  const over = useCallback(() => {
    setStage((before) =>
      before.at === 'countdown'
        ? {
            at: 'done',
            text: `Sending to ${countOf(before.reply.recipients, 'subscriber')}.`,
            newsletter: before.reply.newsletter.id,
          }
        : before,
    )
    reloadTab()
  }, [reloadTab])

  return (
    <>
      <DialogTrigger for={id} onOpen={() => void loadSchedule()}>
        Generate & Send Now
      </DialogTrigger>
      <Dialog
        id={id}
        title="Generate & Send Now"
        kicker="Newsletter"
        // Sending may have started only after the reload at the end of the countdown.
        onClose={() => stage.at === 'done' && reloadTab()}
        actions={<Actions stage={stage} send={send} undo={undo} reload={loadSchedule} />}
      >
        <div
          aria-live="polite"
          aria-busy={stage.at === 'loading' || stage.at === 'working'}
          className="flex min-h-36 flex-col gap-4"
        >
          <StageContent stage={stage} onOver={over} />
        </div>
      </Dialog>
    </>
  )
}

function StageContent({ stage, onOver }: { stage: Stage; onOver(): void }) {
  if (stage.at === 'loading') return <p className="text-dust">Counting recipients…</p>
  if (stage.at === 'working')
    return <p className="text-dust">Writing the issue and checking every link and source. This may take a minute.</p>
  if (stage.at === 'refused') return <FieldError>{stage.message}</FieldError>
  if (stage.at === 'done') return <p className="measure">{stage.text}</p>
  if (stage.at === 'confirming') {
    return <SendNowQuestion schedule={stage.schedule} />
  }
  const { reply, until, refusal } = stage
  return (
    <>
      <p className="measure whitespace-pre-line [overflow-wrap:anywhere]">{reply.message}</p>
      <p className="measure [overflow-wrap:anywhere]">{`${quoteTitle(reply.newsletter.title)} will be sent to ${countOf(reply.recipients, 'subscriber')} when the countdown ends.`}</p>
      <span className="title">
        <Countdown until={until} onOver={onOver} />
      </span>
      {refusal ? <FieldError>{refusal}</FieldError> : null}
    </>
  )
}

/** Announces what is sent to whom; if nothing can be sent now, says why instead. */
export function SendNowQuestion({ schedule }: { schedule: ScheduleView }) {
  const { weekly_recipients: recipients, obstacles: blockers, is_held: isPaused, held_reason: pausedReason } = schedule
  if (canSend(schedule))
    return (
      <>
        <p className="title">{`A new issue will be generated and sent to ${countOf(recipients, 'subscriber')}.`}</p>
        <p className="measure text-dust">
          It is generated from this site’s content and your feeds. If a link is dead or a claim has no source, the issue
          is not sent and a message says what to fix. If every check passes, you have 60 seconds to undo before it is
          sent.
        </p>
      </>
    )
  return (
    <>
      <p className="title">No issue can be sent now.</p>
      {isPaused ? (
        <>
          <FieldError>{pausedSentence(pausedReason)}</FieldError>
          <p className="empty:hidden">
            <ResumeHint
              schedule={schedule}
              onClick={closeDialog}
              className="inline-flex min-h-11 items-center underline underline-offset-4"
            />
          </p>
        </>
      ) : null}
      {[...blockers, ...(recipients > 0 ? [] : [noRecipientsText('weekly')])].map((blocker) => (
        <FieldError key={blocker}>{blocker}</FieldError>
      ))}
    </>
  )
}

const canSend = ({ weekly_recipients: recipients, obstacles: blockers, is_held: isPaused }: ScheduleView) =>
  recipients > 0 && blockers.length === 0 && !isPaused

const closeDialog = ({ currentTarget }: { currentTarget: Element }) => currentTarget.closest('dialog')?.close()

function Actions(props: { stage: Stage; send(): Promise<void>; undo(): Promise<void>; reload(): Promise<void> }) {
  const { stage } = props
  const close = (text: string) => <DialogClose for={id}>{text}</DialogClose>
  if (stage.at === 'confirming') {
    if (!canSend(stage.schedule)) return close('Close')
    return (
      <>
        <Button variant="primary" onClick={() => void props.send()}>
          {`Send to ${countOf(stage.schedule.weekly_recipients, 'subscriber')}`}
        </Button>
        {close('Not now')}
      </>
    )
  }
  if (stage.at === 'countdown') {
    return (
      <>
        <Button variant="primary" onClick={() => void props.undo()}>
          Undo
        </Button>
        {close('Close')}
      </>
    )
  }
  if (stage.at === 'done' && stage.newsletter) {
    return (
      <>
        <Link to={issueAdminPath(stage.newsletter)} onClick={closeDialog} className={buttonClass('quiet')}>
          View issue
        </Link>
        {close('Close')}
      </>
    )
  }
  if (stage.at === 'refused') {
    return (
      <>
        <Button onClick={() => void props.reload()}>Try again</Button>
        {close('Close')}
      </>
    )
  }
  return close('Close')
}
