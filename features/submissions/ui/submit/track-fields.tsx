import { useId, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { EmailField, Field, TextArea } from '#ui/field.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { completeWebAddress, isWebAddress } from '#shared/web-address.ts'
import { genres } from '#features/submissions/constants.ts'

/**
 * Fields of a track, in the form and where they are edited.
 * Autocomplete is not disabled for any field: without script, a browser restores on Back only the fields that it may
 * remember.
 *
 * @param values Initial values of the fields.
 * @param withEmail Whether to include the email address.
 */
export function TrackFields({ values, withEmail }: { values: Readonly<Record<string, string>>; withEmail: boolean }) {
  const text = (name: string, maxLength: number) => ({ name, maxLength, defaultValue: values[name] ?? '' })
  const moreId = useId()
  const t = useTranslations('submissions.fields')
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={t('artistName')} required autoComplete="nickname" {...text('artist_name', 120)} />
        {withEmail ? (
          <EmailField label={t('email')} required hint={t('emailHint')} {...text('artist_email', 254)} />
        ) : null}
        <Field label={t('songTitle')} required {...text('song_title', 160)} />
        <SelectField
          label={t('genre')}
          required
          options={genres.map((genre) => [genre, t(`genres.${genre}`)] as const)}
          name="genre"
          defaultValue={values.genre || genres[0]}
        />
        <Field label={t('album')} className="sm:col-span-2" {...text('album_name', 160)} />
      </div>
      <TextArea label={t('about')} rows={3} {...text('description', 2000)} />
      <div className="grid gap-5 sm:grid-cols-2">
        <WebsiteField {...text('artist_website', 300)} />
        <Field label={t('social')} {...text('artist_social', 300)} />
      </div>
      <fieldset aria-labelledby={moreId} className="grid gap-5 border-t border-groove pt-5 sm:grid-cols-2">
        <legend id={moreId} className="label float-left text-dust sm:col-span-2">
          {t('credits')}
        </legend>
        <Field label={t('isrc')} hint={t('isrcHint')} {...text('isrc', 20)} />
        <Field label={t('label')} {...text('label_name', 160)} />
        <Field label={t('producer')} {...text('producer_name', 160)} />
        <Field label={t('publisher')} {...text('publishing_org', 160)} />
      </fieldset>
    </>
  )
}

/** Returns whether the text of the website field is valid; it may be empty. */
export function isWebsite(typed: string): boolean {
  const address = completeWebAddress(typed)
  return address === '' || isWebAddress(address)
}

/** Not `type="url"`, because browsers reject `example.com` there, with their own validation bubble. */
function WebsiteField(field: { name: string; maxLength: number; defaultValue: string }) {
  const t = useTranslations('submissions')
  const [isWrong, setWrong] = useState(false)
  return (
    <Field
      label={t('fields.website')}
      inputMode="url"
      autoCapitalize="none"
      spellCheck={false}
      autoComplete="url"
      placeholder="example.com"
      error={isWrong ? t('problems.website') : undefined}
      onBlur={(event) => setWrong(!isWebsite(event.currentTarget.value))}
      onInput={() => setWrong(false)}
      {...field}
    />
  )
}
