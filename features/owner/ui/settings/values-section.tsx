import { ColorField } from '#ui/color-control.tsx'
import { Field, TextArea } from '#ui/field.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { SettingsSection } from '#ui/admin/settings-section.tsx'
import { PostForm, SubmitButton } from '#ui/post-form.tsx'
import { formatTimestamp } from '#shared/timestamp.ts'
import type { SettingsChange, SiteSetting } from '#features/owner/contract.ts'

type Values = { settings: SiteSetting[]; revision: number | undefined; changes: SettingsChange[] }

/** Form of the settings that override the configuration, with earlier versions. */
export function ValuesSection({
  values: { settings, revision, changes },
  problems,
  typed,
}: {
  values: Values
  problems: Record<string, string>
  typed: Record<string, string>
}) {
  return (
    <SettingsSection
      id="values"
      title="Site settings"
      lead="Values shown on pages and in emails. An empty field uses the configured value. Keys, passwords and service addresses can only be set in the configuration."
    >
      <PostForm className="flex flex-col gap-5">
        <input type="hidden" name="over" value={revision ?? ''} />
        <div className="grid gap-5 md:grid-cols-2">
          {settings.map((setting) => (
            <Value key={setting.name} setting={setting} problem={problems[setting.name]} typed={typed[setting.name]} />
          ))}
        </div>
        <dl className="border-t border-groove pt-4 text-small">
          <dt className="label text-dust">Newsletter schedule</dt>
          <dd className="mt-1">
            Every Friday at 9 AM EST, as promised on the sign-up form. It cannot be changed here.
          </dd>
        </dl>
        <div className="flex flex-wrap gap-3">
          <SubmitButton name="act" value="save" variant="primary">
            Save settings
          </SubmitButton>
          {settings.some(({ value }) => value) ? (
            <SubmitButton name="act" value="reset" formNoValidate>
              Reset to configuration
            </SubmitButton>
          ) : null}
        </div>
      </PostForm>
      {changes.length > 0 ? <Changes changes={changes} /> : null}
    </SettingsSection>
  )
}

function Value({
  setting,
  problem,
  typed,
}: {
  setting: SiteSetting
  problem: string | undefined
  typed: string | undefined
}) {
  const { name, label, hint, value, configured, isLong, choices, isColor } = setting
  if (choices)
    return (
      <SelectField
        name={name}
        label={label}
        hint={hint}
        error={problem}
        defaultValue={typed ?? value}
        options={[['', `Configured value: ${configured}`], ...choices.map((choice) => [choice, choice] as const)]}
      />
    )
  const props = {
    name,
    label,
    hint: `${hint} Configured value: ${configured || 'none'}.`,
    error: problem,
    defaultValue: typed ?? value,
    placeholder: configured,
  }
  if (isColor) return <ColorField {...props} placeholder={configured || originalAccent} maxLength={7} />
  return isLong ? (
    <TextArea {...props} autoComplete="off" rows={2} maxLength={300} />
  ) : (
    <Field {...props} autoComplete="off" maxLength={500} />
  )
}

/** The color `live` of app/app.css. */
const originalAccent = '#f8823d'

function Changes({ changes }: { changes: SettingsChange[] }) {
  return (
    <details className="border-t border-groove">
      <summary className="label flex min-h-11 cursor-pointer items-center text-dust hover:text-sand">
        {changes.length === 1 ? '1 change' : `${changes.length} changes`}
      </summary>
      <ol className="flex flex-col">
        {changes.map(({ revision, at, actor, summary }, index) => (
          <li
            key={revision}
            className="flex flex-wrap items-center justify-between gap-4 border-t border-groove py-3 text-small"
          >
            <p className="min-w-0 flex-1 basis-64 [overflow-wrap:anywhere]">
              <span className="text-dust">
                <time dateTime={at} className="figures text-[0.75rem]">
                  {formatTimestamp(at)}
                </time>
                , {actor}:
              </span>{' '}
              {summary}
            </p>
            {index === 0 ? (
              <span className="label text-dust">Current</span>
            ) : (
              <PostForm>
                <input type="hidden" name="revision" value={revision} />
                <SubmitButton name="act" value="restore">
                  Restore this version
                </SubmitButton>
              </PostForm>
            )}
          </li>
        ))}
      </ol>
    </details>
  )
}
