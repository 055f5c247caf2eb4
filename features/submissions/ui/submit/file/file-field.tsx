import { Info } from 'lucide-react'
import { useId } from 'react'
import { FieldError } from '#ui/field.tsx'
import { maxTracks } from '#features/submissions/constants.ts'

/** Chooses the MP3; what is told of it comes before it travels and stops nobody. */
export function FileField(props: {
  file: File | undefined
  problem: string | undefined
  hints: readonly string[]
  isBusy: boolean
  filledIn: readonly string[]
  onChoose(input: HTMLInputElement): void
}) {
  const id = useId()
  return (
    <div className="flex flex-col gap-2">
      <label htmlFor={id} className="label text-dust">
        MP3 file <span className="sr-only">(required)</span>
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
      <div role="alert" className="empty:hidden">
        {props.problem ? <FieldError id={`${id}-error`}>{props.problem}</FieldError> : null}
      </div>
      <p id={`${id}-hint`} className="text-small text-dust">
        MP3 up to 20 MB, 5 seconds to 30 minutes long. You can send up to {maxTracks.perHour} tracks an hour and{' '}
        {maxTracks.perDay} a day.
        {props.file ? ` Selected: ${(props.file.size / 1024 / 1024).toFixed(1)} MB.` : ''}
      </p>
      <div role="status" className="flex flex-col gap-1 text-small text-dust empty:hidden">
        {props.filledIn.length > 0 ? <p>Filled in from the file: {props.filledIn.join(', ')}.</p> : null}
        {props.hints.map((hint) => (
          <p key={hint} className="flex items-start gap-2 text-sand">
            <Info size={18} strokeWidth={1.5} aria-hidden="true" className="mt-0.5 shrink-0 text-dust" />
            {hint}
          </p>
        ))}
      </div>
    </div>
  )
}
