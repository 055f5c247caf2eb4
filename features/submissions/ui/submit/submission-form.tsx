import { useEffect, useId, useRef, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl/react'
import { Button, ButtonReason, buttonClass } from '#ui/button.tsx'
import { FieldError } from '#ui/field.tsx'
import { submitPath } from '#features/submissions/constants.ts'
import { saveDraft, newAttempt, readDraft, readLastLink } from './draft.ts'
import { FileField } from './file/file-field.tsx'
import { fillIn, type FilledIn } from './file/fill-in.ts'
import type { Tags } from './file/read-tags.ts'
import { useChosenFile } from './file/use-chosen-file.ts'
import { TrackFields } from './track-fields.tsx'
import { useSubmission } from './use-submission.ts'
import { Check } from 'lucide-react'

/**
 * The whole form. Without script it is a plain post.
 *
 * @param isShown Whether the form is visible; otherwise the result of sending is kept until it is.
 * @param onDone Called after the form was reset, three seconds after a track was sent and the confirmation was shown,
 * unless the visitor is about to follow its link.
 */
export function SubmissionForm({ isShown = true, onDone }: { isShown?: boolean; onDone?: () => void }) {
  const t = useTranslations('submissions.form')
  const tProblems = useTranslations('submissions.problems')
  const locale = useLocale()
  const form = useRef<HTMLFormElement>(null)
  const problem = useRef<HTMLDivElement>(null)
  const consentId = useId()
  const [isReady, setReady] = useState(false)
  const fromFile = useRef<FilledIn>({})
  const [filledIn, setFilledIn] = useState<FilledIn>({})
  const [isHeld, setHeld] = useState(false)
  const { file, hints, problem: fileProblem, choose, forget } = useChosenFile(() => showProblem(undefined), applyTags)
  const { phase, submit, showProblem, forgetProblemOf, cancel, startOver } = useSubmission(file !== undefined)
  const isBusy = phase.at === 'sending'
  const message = phase.at === 'typing' ? phase.problem : undefined

  // The server does not have this tab's draft, and a file may have been selected before hydration.
  useEffect(() => {
    if (phase.at === 'sent') return
    const draft = readDraft()
    for (const [name, value] of Object.entries(draft)) {
      const field = fieldOf(name)
      if (field && (field.value === '' || name === 'genre')) field.value = value
    }
    const attempt = fieldOf('attempt')
    if (attempt) attempt.value ||= newAttempt()
    const input = fieldOf('audio_file')
    if (input?.files?.length) void choose(input)
    setReady(true)
    // oxlint-disable-next-line react/exhaustive-deps -- once for each mounted form
  }, [phase.at === 'sent'])
  useEffect(() => {
    if (message) problem.current?.focus()
  }, [message])
  useEffect(() => {
    if (phase.at !== 'sent' || !isShown || isHeld) return
    const timer = setTimeout(() => {
      forget()
      fromFile.current = {}
      setFilledIn({})
      setHeld(false)
      startOver()
      onDone?.()
    }, 3000)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react/exhaustive-deps -- once for each track that was sent
  }, [phase.at, isShown, isHeld])

  function applyTags(tags: Tags) {
    fromFile.current = fillIn(fieldOf, tags, fromFile.current)
    setFilledIn(fromFile.current)
    if (form.current) saveDraft(form.current)
  }
  const fieldOf = (name: string) => form.current?.elements.namedItem(name) as HTMLInputElement | null | undefined

  if (phase.at === 'sent')
    return <SentNotice isShown={isShown} message={phase.message} statusUrl={phase.statusUrl} onHold={setHeld} />
  return (
    <form
      ref={form}
      method="post"
      action={submitPath}
      encType="multipart/form-data"
      onSubmit={submit}
      onInput={(event) => {
        saveDraft(event.currentTarget)
        forgetProblemOf((event.target as HTMLInputElement).name)
      }}
      className="flex flex-col gap-5"
    >
      <input type="hidden" name="attempt" />
      {/* The consent is given in the language of the form. */}
      <input type="hidden" name="locale" value={locale} />
      <FileField
        file={file}
        problem={fileProblem && tProblems(fileProblem)}
        hints={hints}
        filledIn={filledIn}
        isBusy={isBusy}
        onChoose={(input) => void choose(input)}
      />
      <TrackFields values={{}} withEmail />
      <div className="flex items-start gap-3 border-t border-groove pt-5">
        <input
          id={consentId}
          type="checkbox"
          name="owns_track"
          value="true"
          className="mt-0.5 size-6 shrink-0 cursor-pointer accent-live"
        />
        <label htmlFor={consentId} className="cursor-pointer text-small">
          {t('consent')}
        </label>
      </div>
      <div ref={problem} role="alert" tabIndex={-1} className="outline-none empty:hidden">
        {message ? <FieldError>{message}</FieldError> : null}
      </div>
      {isBusy ? <Progress share={phase.share} /> : null}
      <div className="flex flex-wrap items-center gap-3">
        <button
          type="submit"
          disabled={isBusy || (isReady && !file)}
          aria-describedby={file ? undefined : `${consentId}-reason`}
          className={buttonClass('primary')}
        >
          {isBusy ? t('submitting') : t('submit')}
        </button>
        {file ? null : <ButtonReason id={`${consentId}-reason`}>{t('chooseFile')}</ButtonReason>}
        {/* A request that was sent completely may already have been saved, so it cannot be canceled. */}
        {isBusy && phase.share < 1 ? <Button onClick={cancel}>{t('cancel')}</Button> : null}
        {isReady && readLastLink() ? (
          <a href={readLastLink()} className="text-small text-dust underline underline-offset-4 hover:text-sand">
            {t('lastSubmission')}
          </a>
        ) : null}
      </div>
    </form>
  )
}

function Progress({ share }: { share: number }) {
  const t = useTranslations('submissions.form')
  const percent = Math.floor(share * 100)
  return (
    <div className="flex items-center gap-4">
      <div
        role="progressbar"
        aria-label={t('upload')}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        className="h-1 flex-1 bg-groove"
      >
        <div className="h-full origin-left bg-live transition-transform" style={{ transform: `scaleX(${share})` }} />
      </div>
      <span aria-hidden="true" className="label text-dust">
        {percent < 100 ? `${percent}%` : t('checking')}
      </span>
    </div>
  )
}

/**
 * Confirmation that the track was sent. The link was emailed too, so nothing is lost when this disappears.
 *
 * @param onHold Called with whether the pointer or focus is on the link; meanwhile, the confirmation should stay.
 */
function SentNotice(props: {
  isShown: boolean
  message: string
  statusUrl: string
  onHold: (isHovered: boolean) => void
}) {
  const t = useTranslations('submissions.form')
  const { isShown, message, statusUrl, onHold } = props
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isShown) place.current?.focus()
  }, [isShown])
  return (
    <div ref={place} role="status" tabIndex={-1} className="flex flex-col items-start gap-4 py-6 outline-none">
      <p className="title flex items-center gap-3">
        <Check size={26} className="text-gain" />
        {t('sent')}
      </p>
      <p className="measure text-dust">{message}</p>
      <a
        href={statusUrl}
        onPointerEnter={() => onHold(true)}
        onPointerLeave={(event) => onHold(event.currentTarget === document.activeElement)}
        onFocus={() => onHold(true)}
        onBlur={() => onHold(false)}
        className="inline-flex min-h-11 items-center underline decoration-live underline-offset-4"
      >
        {t('viewStatus')}
      </a>
    </div>
  )
}
