import { Info } from 'lucide-react'
import { useId } from 'react'
import { useLocale, useTranslations } from 'use-intl/react'
import { FormError } from '#ui/field.tsx'
import { type FieldName, maxTracks } from '#features/submissions/constants.ts'
import type { Locale } from '#shared/locales.ts'
import type { FileHint } from './check-before-upload.ts'
import type { FilledIn } from './fill-in.ts'

/** Field for selecting the MP3, with hints before the upload that do not prevent sending. */
export function FileField(props: {
  file: File | undefined
  problem: string | undefined
  hints: readonly FileHint[]
  isBusy: boolean
  filledIn: FilledIn
  onChoose(input: HTMLInputElement): void
}) {
  const id = useId()
  const t = useTranslations('submissions.form')
  const tNames = useTranslations('submissions.fieldNames')
  const locale = useLocale()
  const filledIn = Object.keys(props.filledIn).map((name) => tNames(name as FieldName))
  return (
    <div className="flex flex-col gap-2">
      <label htmlFor={id} className="label text-dust">
        {t.rich('file', { hidden: (words) => <span className="sr-only">{words}</span> })}
      </label>
      <input
        id={id}
        type="file"
        name="audio_file"
        accept=".mp3,audio/mpeg"
        aria-describedby={props.problem ? `${id}-hint ${id}-error` : `${id}-hint`}
        aria-invalid={props.problem ? true : undefined}
        disabled={props.isBusy}
        onChange={(event) => props.onChoose(event.currentTarget)}
        className="min-h-12 w-full cursor-pointer rounded-plate border border-dashed border-groove bg-plate p-1 text-small text-dust hover:border-dust focus-visible:border-live disabled:opacity-55 aria-invalid:border-loss file:mr-4 file:min-h-10 file:cursor-pointer file:rounded-plate file:border-0 file:bg-groove file:px-4 file:text-sand"
      />
      <FormError id={`${id}-error`}>{props.problem}</FormError>
      <p id={`${id}-hint`} className="text-small text-dust">
        {t('fileHint', maxTracks)}
        {props.file ? ` ${t('selected', { size: sizeText(props.file.size, locale) })}` : ''}
      </p>
      <div role="status" className="flex flex-col gap-1 text-small text-dust empty:hidden">
        {filledIn.length > 0 ? <p>{t('filledIn', { fields: filledIn.join(', ') })}</p> : null}
        {props.hints.map((hint) => (
          <p key={hint.hint} className="flex items-start gap-2 text-sand">
            <Info size={18} className="mt-0.5 shrink-0 text-dust" />
            {hintText(hint, t)}
          </p>
        ))}
      </div>
    </div>
  )
}

function hintText(hint: FileHint, t: ReturnType<typeof useTranslations<'submissions.form'>>): string {
  if (hint.hint === 'otherKind') return t('hints.otherKind', hint)
  return hint.hint === 'silenceLead' ? t('hints.silenceLead', hint) : t(`hints.${hint.hint}`)
}

/** Formats a size in megabytes with one decimal, or in whole kilobytes, at least 1, if that would be less than 0.1. */
export function sizeText(bytes: number, locale: Locale): string {
  const megabytes = bytes / 1024 / 1024
  if (megabytes < 0.1) return `${Math.max(1, Math.round(bytes / 1024)).toLocaleString(locale)} KB`
  return `${megabytes.toLocaleString(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })} MB`
}
