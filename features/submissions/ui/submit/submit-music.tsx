import { Upload } from 'lucide-react'
import { type ComponentType, createElement, useState, useEffect } from 'react'
import { useHref, useLocation } from 'react-router'
import { useTranslations } from 'use-intl/react'
import { ButtonAnchor } from '#ui/button.tsx'
import { Dialog, openDialog, useCloseOnNavigation } from '#ui/dialog.tsx'
import { FieldError } from '#ui/field.tsx'

const dialogId = 'submit-music'

/** Message if the script of the form could not be loaded, with a link to the separate page, which needs no script. */
function FormUnavailable({ openCount }: { openCount: number }) {
  const t = useTranslations('submissions.form')
  const page = useHref('/submit')
  useEffect(() => openDialog(dialogId), [openCount])
  useCloseOnNavigation(dialogId, useLocation().key)
  return (
    <Dialog
      id={dialogId}
      kicker={t('kicker')}
      title={t('title')}
      actions={
        <ButtonAnchor href={page} variant="primary">
          {t('openPage')}
        </ButtonAnchor>
      }
    >
      <FieldError>{t('unavailable')}</FieldError>
    </Dialog>
  )
}

const load = () => import('./submit-dialog.tsx')

/** Preloads the form. An error is ignored here, because the visitor has not opened the form yet. */
const fetchAhead = () => void load().catch(() => undefined)

const label =
  'min-h-11 min-w-11 shrink-0 cursor-pointer items-center justify-center gap-2 rounded-plate label !text-[0.75rem] font-medium text-sand no-underline lg:border lg:border-groove lg:px-4 hover:border-sand'

/**
 * The button in the radio bar. The form is preloaded on hover or focus; without script the button links to a separate
 * page.
 */
export function SubmitMusic() {
  const t = useTranslations('submissions.button')
  const page = useHref('/submit')
  const [openCount, setOpenCount] = useState(0)
  const [Dialog, setDialog] = useState<ComponentType<{ openCount: number }>>()
  // Offline or after a deploy, the script may be missing. Only the form fails then, not the page, and the next attempt
  // may succeed.
  async function open() {
    const loaded = await load().catch(() => undefined)
    setDialog(() => loaded?.SubmitDialog ?? FormUnavailable)
    setOpenCount((before) => before + 1)
  }
  const words = (
    <>
      <Upload size={18} />
      <span className="max-lg:hidden">{t('submit')}</span>
    </>
  )
  return (
    <>
      <button
        type="button"
        aria-label={t('submit')}
        aria-haspopup="dialog"
        onPointerEnter={fetchAhead}
        onFocus={fetchAhead}
        onClick={() => void open()}
        className={`${label} inline-flex noscript:hidden`}
      >
        {words}
      </button>
      <a href={page} aria-label={t('submit')} className={`${label} hidden noscript:inline-flex`}>
        {words}
      </a>
      {Dialog ? createElement(Dialog, { openCount }) : null}
    </>
  )
}
