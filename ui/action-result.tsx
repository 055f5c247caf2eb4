import { CircleAlert, CircleCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useNavigation } from 'react-router'
import { useTranslations } from 'use-intl/react'
import { classNames } from './class-names.ts'
import { bringIntoView } from './focus-in-view.ts'
import { PostForm, SubmitButton } from './post-form.tsx'

/** Result of an action: done, with undo where possible, or refused with the reason. */
export type ActionOutcome = {
  kind: 'done' | 'refused'
  message: string
  /** Fields of the undo form, posted to the same page. */
  undo?: Record<string, string>
}

/**
 * Shows the result of an action with an undo button, as soon as the page shows the changed data. Always mounted, so
 * that screen readers announce changes. A refusal scrolls into view.
 *
 * @param outcome Result of the action; nothing is shown without one.
 */
export function ActionResult({ outcome: latest }: { outcome: ActionOutcome | undefined }) {
  const t = useTranslations('site.controls')
  const { state } = useNavigation()
  const [outcome, setOutcome] = useState(latest)
  // The result arrives before the data is loaded again. Until then, the buttons of the page act on the earlier data.
  if (outcome !== latest && (state === 'idle' || !latest)) setOutcome(latest)
  const isRefused = outcome?.kind === 'refused'
  const line = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isRefused && line.current) bringIntoView(line.current)
  }, [outcome, isRefused])
  return (
    <div
      ref={line}
      role={isRefused ? 'alert' : 'status'}
      aria-live={isRefused ? 'assertive' : 'polite'}
      className="empty:sr-only"
    >
      {outcome ? (
        <div
          className={classNames(
            'flex min-h-14 flex-wrap items-center gap-x-6 gap-y-2 border bg-plate-raised px-4 py-2',
            isRefused ? 'border-loss' : 'border-groove',
          )}
        >
          <p className={classNames('flex min-w-0 flex-1 basis-64 items-start gap-2.5', isRefused && 'text-loss')}>
            <Sign isRefused={isRefused} />
            <span className="[overflow-wrap:anywhere]">{outcome.message}</span>
          </p>
          {outcome.undo ? (
            <PostForm>
              {Object.entries(outcome.undo).map(([name, value]) => (
                <input key={name} type="hidden" name={name} value={value} />
              ))}
              <SubmitButton>{t('undo')}</SubmitButton>
            </PostForm>
          ) : null}
        </div>
      ) : null}
    </div>
  )
}

function Sign({ isRefused }: { isRefused: boolean }) {
  const Shape = isRefused ? CircleAlert : CircleCheck
  return (
    <Shape
      size={18}
      strokeWidth={1.5}
      aria-hidden="true"
      className={classNames('mt-1 shrink-0', !isRefused && 'text-gain')}
    />
  )
}
