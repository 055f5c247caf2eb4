import { Link } from 'react-router'
import { capitalize } from '#shared/cut-text.ts'
import { SettingsSection } from '#ui/admin/settings-section.tsx'
import { PostForm, SubmitButton } from '#ui/post-form.tsx'
import type { SampleGroup } from '#features/owner/setup.ts'

/** Sample content that has not been edited, with the buttons that remove all of it or restore it. */
export function SamplesSection({ groups }: { groups: readonly SampleGroup[] }) {
  const removable = groups.filter(({ canRemove }) => canRemove).flatMap(({ samples }) => samples)
  const countSamples = (kind: string) => removable.filter((sample) => sample.kind === kind).length
  const removed = groups.reduce((sum, group) => sum + group.removed, 0)
  const isLeft = groups.some(({ samples }) => samples.length > 0)
  return (
    <SettingsSection
      id="samples"
      title="Sample content"
      lead="Entries from the files in content/ that you have not edited. Once you edit an entry, it is no longer a sample."
    >
      {isLeft ? (
        <dl className="flex flex-col gap-3 text-small">
          {groups
            .filter(({ samples }) => samples.length > 0)
            .map(({ kind, plural, samples, canRemove }) => (
              <div key={kind} className="flex flex-col gap-1">
                <dt className="label text-dust">
                  {plural} ({samples.length}){canRemove ? null : ': edit these; they cannot be removed'}
                </dt>
                <dd className="flex flex-wrap gap-x-4">
                  {samples.map(({ key, name, href }) => (
                    <Link
                      key={key}
                      to={href}
                      className="inline-flex min-h-11 items-center underline decoration-groove underline-offset-4 hover:text-live"
                    >
                      {name}
                    </Link>
                  ))}
                </dd>
              </div>
            ))}
        </dl>
      ) : (
        <p className="measure text-dust">No sample content is left.</p>
      )}
      {removable.length > 0 ? (
        <PostForm className="flex flex-col items-start gap-3">
          <label className="flex min-h-11 items-center gap-3 text-small">
            <input type="checkbox" name="confirm" value="yes" required className="size-5 accent-live" />
            {describeRemoval({
              artist: countSamples('artist'),
              collection: countSamples('collection'),
              book: countSamples('book'),
            })}
          </label>
          <SubmitButton name="act" value="remove-samples">
            Remove all samples
          </SubmitButton>
        </PostForm>
      ) : null}
      {removed > 0 ? (
        <PostForm className="flex flex-wrap items-center gap-4">
          <p className="text-small text-dust">
            Removed or unpublished samples: {removed}. Restoring brings all of them back to the site.
          </p>
          <SubmitButton name="act" value="restore-samples">
            Restore samples
          </SubmitButton>
        </PostForm>
      ) : null}
    </SettingsSection>
  )
}

/** Describes what removing all samples does, by the number of samples of each type. */
export function describeRemoval(counts: { artist: number; collection: number; book: number }): string {
  const removed = [
    counts.artist && `artists (${counts.artist})`,
    counts.collection && `collections (${counts.collection})`,
  ]
    .filter(Boolean)
    .join(' and ')
  const actions = [removed && `remove sample ${removed}`, counts.book && `unpublish sample books (${counts.book})`]
    .filter(Boolean)
    .join(' and ')
  const station = counts.artist > 0 ? ' The station stops playing sample tracks.' : ''
  return `${capitalize(actions)}.${station} You can restore them later.`
}
