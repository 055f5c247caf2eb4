import { useId, useState } from 'react'
import { Field, TextArea } from '#ui/field.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { completeWebAddress, isWebAddress } from '#shared/web-address.ts'
import { websiteAdvice } from '#features/submissions/problems.ts'
import { genreNames, genres } from '#features/submissions/constants.ts'

const genreOptions = genres.map((genre) => [genre, genreNames[genre]] as const)

/**
 * The words of a track, in the form and where they are corrected.
 *
 * No field has its memory switched off: a browser without script gives back on Back only what it may remember.
 *
 * @param values What stands in the fields at first.
 * @param withEmail Whether the address is asked for as well.
 */
export function TrackFields({ values, withEmail }: { values: Readonly<Record<string, string>>; withEmail: boolean }) {
  const text = (name: string, maxLength: number) => ({ name, maxLength, defaultValue: values[name] ?? '' })
  const moreId = useId()
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Artist name" required autoComplete="nickname" {...text('artist_name', 120)} />
        {withEmail ? (
          <Field
            label="Email"
            type="email"
            required
            autoComplete="email"
            hint="We send updates about your track here."
            {...text('artist_email', 254)}
          />
        ) : null}
        <Field label="Song title" required {...text('song_title', 160)} />
        <SelectField
          label="Genre"
          required
          options={genreOptions}
          name="genre"
          defaultValue={values.genre || genres[0]}
        />
        <Field label="Album (optional)" className="sm:col-span-2" {...text('album_name', 160)} />
      </div>
      <TextArea label="About the track (optional)" rows={3} {...text('description', 2000)} />
      <div className="grid gap-5 sm:grid-cols-2">
        <WebsiteField {...text('artist_website', 300)} />
        <Field label="Social media (optional)" {...text('artist_social', 300)} />
      </div>
      <fieldset aria-labelledby={moreId} className="grid gap-5 border-t border-groove pt-5 sm:grid-cols-2">
        <legend id={moreId} className="label float-left text-dust sm:col-span-2">
          Credits (optional)
        </legend>
        <Field label="ISRC" hint="12 characters, like USRC17607839." {...text('isrc', 20)} />
        <Field label="Label" {...text('label_name', 160)} />
        <Field label="Producer" {...text('producer_name', 160)} />
        <Field label="Publisher" {...text('publishing_org', 160)} />
      </fieldset>
    </>
  )
}

/** Returns the error for an invalid website; undefined if it is valid. */
export function websiteProblem(typed: string): string | undefined {
  const address = completeWebAddress(typed)
  return address === '' || isWebAddress(address) ? undefined : websiteAdvice
}

/** No `type="url"`: browsers refuse `example.com` there, in a bubble of their own. */
function WebsiteField(field: { name: string; maxLength: number; defaultValue: string }) {
  const [error, setError] = useState<string>()
  return (
    <Field
      label="Website (optional)"
      inputMode="url"
      autoCapitalize="none"
      spellCheck={false}
      autoComplete="url"
      placeholder="example.com"
      error={error}
      onBlur={(event) => setError(websiteProblem(event.currentTarget.value))}
      onInput={() => setError(undefined)}
      {...field}
    />
  )
}
