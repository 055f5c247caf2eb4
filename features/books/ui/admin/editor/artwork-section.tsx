import { ColorField } from '#ui/color-control.tsx'
import { ArtDirectionPreview } from '#ui/figure/art-direction-preview.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { artDensities, artFrameLabels, artFrames, artMaterials } from '#shared/art-direction.ts'
import type { BookErrors, BookForm } from '#features/books/admin.ts'
import { EditorSection } from './editor-section.tsx'

/** Art direction of the generated cover. Empty fields mean the default, which is chosen from the book's id. */
export function ArtworkSection({
  bookId,
  form: { artwork },
  problems,
}: {
  bookId: string
  form: BookForm
  problems: BookErrors
}) {
  const choice = <Option extends string>(
    name: 'material' | 'density' | 'frame',
    options: readonly Option[],
    labels?: Readonly<Record<Option, string>>,
  ) => ({
    name: `artwork.${name}`,
    defaultValue: artwork[name],
    options: [['', 'Default'] as const, ...options.map((one) => [one, labels?.[one] ?? one] as const)],
    error: problems[`artwork.${name}`],
  })
  const colour = (name: 'ground' | 'ink') => ({
    name: `artwork.${name}`,
    defaultValue: artwork[name],
    hint: 'Six hexadecimal digits, such as #f4efe4.',
    placeholder: 'Default',
    error: problems[`artwork.${name}`],
  })
  return (
    <EditorSection
      title="Artwork"
      note="Material and colors of the cover that the site draws. If all fields are set to Default, they are chosen automatically. A cover image replaces the artwork."
    >
      <fieldset className="flex min-w-0 flex-col gap-5">
        <legend className="sr-only">Artwork</legend>
        <div className="grid gap-5 sm:grid-cols-3">
          <SelectField label="Material" {...choice('material', artMaterials)} />
          <SelectField label="Density" {...choice('density', artDensities)} />
          <SelectField label="Frame" {...choice('frame', artFrames, artFrameLabels)} />
        </div>
        <div className="grid gap-5 sm:grid-cols-2">
          <ColorField label="Background color" {...colour('ground')} />
          <ColorField label="Drawing color" {...colour('ink')} />
        </div>
        <ArtDirectionPreview slug={bookId} of="book" prefix="artwork." initial={artwork} />
      </fieldset>
    </EditorSection>
  )
}
