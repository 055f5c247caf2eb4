import { useState } from 'react'
import { useEarlyInput } from '#ui/use-early-input.ts'
import { Field, FieldError, TextArea } from '#ui/field.tsx'
import { SelectField } from '#ui/select-field.tsx'
import type { BookForm, BookErrors } from '#features/books/admin.ts'
import { categories, maxLengths, maxPreviewPages } from '#features/books/constants.ts'
import { CountedArea, CountedField } from './counted-fields.tsx'
import { EditorSection } from './editor-section.tsx'

type Props = { form: BookForm; problems: BookErrors }

/** Title, description and the other texts of the book. */
export function DetailsSection({ form, problems }: Props) {
  const text = (name: 'title' | 'subtitle' | 'author' | 'description' | 'excerpt') => ({
    name,
    limit: maxLengths[name],
    defaultValue: form[name],
    error: problems[name],
  })
  return (
    <EditorSection title="Details">
      <CountedField label="Title" {...text('title')} />
      <CountedField label="Subtitle" {...text('subtitle')} />
      <div className="grid gap-5 sm:grid-cols-2">
        <CountedField label="Author" {...text('author')} />
        <div className="flex flex-col gap-2">
          <SelectField
            label="Category"
            name="category"
            defaultValue={form.category}
            options={categories.map((one) => [one, one] as const)}
          />
          {problems['category'] ? <FieldError>{problems['category']}</FieldError> : null}
        </div>
      </div>
      <CountedArea
        label="Description"
        rows={8}
        hint="Leave an empty line between paragraphs."
        {...text('description')}
      />
      <CountedArea
        label="Excerpt"
        rows={6}
        hint="A few lines from the opening, shown in the preview box."
        {...text('excerpt')}
      />
      <TextArea
        label="Table of contents"
        name="contents"
        rows={8}
        hint="One chapter per line."
        defaultValue={form.contents}
        error={problems['contents']}
      />
      <Field
        label="Publication date"
        type="date"
        name="published"
        defaultValue={form.published}
        error={problems['published']}
        className="max-w-60"
      />
    </EditorSection>
  )
}

/** Price and number of preview pages. */
export function PriceSection({ form, problems }: Props) {
  const [isFree, setFree] = useState(form.isFree)
  const box = useEarlyInput<HTMLInputElement>(({ checked }) => setFree(checked))
  return (
    <EditorSection
      title="Price"
      note="A new price applies to checkouts that start after you publish it. Checkouts in progress keep the price that was shown."
    >
      <div className="flex flex-wrap items-start gap-x-6 gap-y-4">
        <Field
          label="Price in dollars"
          name="price"
          inputMode="decimal"
          autoComplete="off"
          placeholder="9.99"
          defaultValue={form.price}
          readOnly={isFree}
          aria-disabled={isFree || undefined}
          {...(isFree && { hint: 'Uncheck “Free” to set a price.' })}
          error={problems['price']}
          className={`w-48 ${isFree ? 'opacity-55' : ''}`}
        />
        <label className="mt-7 flex min-h-12 cursor-pointer items-center gap-3">
          <input
            ref={box}
            type="checkbox"
            name="isFree"
            value="yes"
            defaultChecked={form.isFree}
            onChange={(event) => setFree(event.currentTarget.checked)}
            className="size-5 accent-live"
          />
          Free: anyone can read and download the full book
        </label>
      </div>
      <Field
        label="Preview pages"
        name="previewPages"
        inputMode="numeric"
        autoComplete="off"
        defaultValue={form.previewPages}
        hint={`1 to ${maxPreviewPages}. Anyone can read these pages of a paid book: as images, as text, in search and as a PDF.`}
        error={problems['previewPages']}
        className="max-w-80"
      />
    </EditorSection>
  )
}
