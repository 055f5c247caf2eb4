import { useCallback, useState } from 'react'
import { Link } from 'react-router'
import { Button, buttonClass } from '#ui/button.tsx'
import { Dialog, DialogClose, DialogTrigger } from '#ui/dialog.tsx'
import { FieldError } from '#ui/field.tsx'
import type { ScheduleView } from '#features/delivery/contract.ts'
import { callDesk, deskRefusal } from '#ui/desk/call-desk.ts'
import { Countdown } from './countdown.tsx'
import { issueAddress, subscribersInWords } from './list-words.ts'
import type { TriggerReply } from '#features/issues/contract.ts'

const id = 'send-now'

/** Counted from when the answer came, so that the clock of this machine may be wrong. */
const undoMs = 60_000

type Stage =
  | { at: 'looking' }
  | { at: 'asking'; schedule: ScheduleView }
  | { at: 'working' }
  | { at: 'leaving'; reply: TriggerReply; until: number; refusal: string }
  | { at: 'told'; words: string; newsletter?: string }
  | { at: 'refused'; message: string }

/**
 * The button of the frame that writes an issue and sends it: says to how many before, and for a minute after takes it
 * back.
 */
export function GenerateAndSendNow() {
  const [stage, setStage] = useState<Stage>({ at: 'looking' })

  async function look() {
    // Whoever closed the dialog meanwhile comes back to where it stands.
    if (stage.at === 'working' || stage.at === 'leaving') return
    setStage({ at: 'looking' })
    try {
      setStage({ at: 'asking', schedule: await callDesk<ScheduleView>('schedule') })
    } catch (error) {
      setStage({ at: 'refused', message: deskRefusal(error) ?? '' })
    }
  }

  async function send() {
    if (stage.at !== 'asking') return
    setStage({ at: 'working' })
    try {
      const reply = await callDesk<TriggerReply>('trigger-newsletter', { method: 'POST', body: {} })
      setStage({ at: 'leaving', reply, until: Date.now() + undoMs, refusal: '' })
    } catch (error) {
      setStage({ at: 'refused', message: deskRefusal(error) ?? '' })
    }
  }

  async function takeBack() {
    if (stage.at !== 'leaving') return
    const { newsletter } = stage.reply
    try {
      await callDesk(`newsletters/${newsletter.id}/undo`, { method: 'POST', body: {} })
      setStage({ at: 'told', words: 'Undone. The issue is a draft again and was not sent.', newsletter: newsletter.id })
    } catch (error) {
      setStage({ ...stage, refusal: deskRefusal(error) ?? '' })
    }
  }

  const over = useCallback(
    () =>
      setStage((before) =>
        before.at === 'leaving'
          ? {
              at: 'told',
              words: `Sending to ${subscribersInWords(before.reply.recipients)}.`,
              newsletter: before.reply.newsletter.id,
            }
          : before,
      ),
    [],
  )

  return (
    <>
      <DialogTrigger for={id} onOpen={() => void look()}>
        Generate & Send Now
      </DialogTrigger>
      <Dialog
        id={id}
        title="Generate & Send Now"
        kicker="Newsletter"
        actions={<Actions stage={stage} send={send} takeBack={takeBack} look={look} />}
      >
        <div
          aria-live="polite"
          aria-busy={stage.at === 'looking' || stage.at === 'working'}
          className="flex min-h-36 flex-col gap-4"
        >
          <Words stage={stage} onOver={over} />
        </div>
      </Dialog>
    </>
  )
}

function Words({ stage, onOver }: { stage: Stage; onOver(): void }) {
  if (stage.at === 'looking') return <p className="text-dust">Counting recipients…</p>
  if (stage.at === 'working')
    return <p className="text-dust">Writing the issue and checking every link and source. This may take a minute.</p>
  if (stage.at === 'refused') return <FieldError>{stage.message}</FieldError>
  if (stage.at === 'told') return <p className="measure">{stage.words}</p>
  if (stage.at === 'asking') {
    const { weekly_recipients: recipients, obstacles, is_held: isHeld, held_reason: heldReason } = stage.schedule
    return (
      <>
        <p className="title">{`This will be sent to ${subscribersInWords(recipients)}.`}</p>
        <p className="measure text-dust">
          An issue is generated from this site’s records and your feeds. If it has a dead link or a claim without a
          source, it is not sent and you see which one. After that you have 60 seconds to undo.
        </p>
        {isHeld ? <FieldError>{`Sending is paused${heldReason ? `: ${heldReason}` : '.'}`}</FieldError> : null}
        {obstacles.map((obstacle) => (
          <FieldError key={obstacle}>{obstacle}</FieldError>
        ))}
      </>
    )
  }
  const { reply, until, refusal } = stage
  return (
    <>
      <p className="measure whitespace-pre-line [overflow-wrap:anywhere]">{reply.message}</p>
      <p className="measure [overflow-wrap:anywhere]">{`“${reply.newsletter.title}” will be sent to ${subscribersInWords(reply.recipients)} in`}</p>
      <span className="title">
        <Countdown until={until} onOver={onOver} />
      </span>
      {refusal ? <FieldError>{refusal}</FieldError> : null}
    </>
  )
}

function Actions(props: { stage: Stage; send(): Promise<void>; takeBack(): Promise<void>; look(): Promise<void> }) {
  const { stage } = props
  const close = (words: string) => <DialogClose for={id}>{words}</DialogClose>
  if (stage.at === 'asking') {
    const { weekly_recipients: recipients, obstacles, is_held: isHeld } = stage.schedule
    return (
      <>
        {obstacles.length === 0 && !isHeld && recipients > 0 ? (
          <Button variant="primary" onClick={() => void props.send()}>
            {`Send to ${subscribersInWords(recipients)}`}
          </Button>
        ) : null}
        {close('Not now')}
      </>
    )
  }
  if (stage.at === 'leaving') {
    return (
      <>
        <Button variant="primary" onClick={() => void props.takeBack()}>
          Undo
        </Button>
        {close('Close')}
      </>
    )
  }
  if (stage.at === 'told' && stage.newsletter) {
    return (
      <>
        <Link
          to={issueAddress(stage.newsletter)}
          onClick={(event) => event.currentTarget.closest('dialog')?.close()}
          className={buttonClass('quiet')}
        >
          View issue
        </Link>
        {close('Close')}
      </>
    )
  }
  if (stage.at === 'refused') {
    return (
      <>
        <Button onClick={() => void props.look()}>Try again</Button>
        {close('Close')}
      </>
    )
  }
  return close('Close')
}
