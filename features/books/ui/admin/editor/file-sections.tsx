import { useState } from 'react'
import { coverSet } from '#shared/cover-address.ts'
import { Field, FieldError } from '#ui/field.tsx'
import { Figure } from '#ui/figure/figure.tsx'
import type { BookForm, BookErrors, UploadedCover, UploadedPdf } from '#features/books/admin.ts'
import { bookUploadPath, draftPagePath, maxLengths, maxCoverBytes, maxPdfBytes } from '#features/books/constants.ts'
import { useEarlyInput } from '#ui/use-early-input.ts'
import { CountedField } from './counted-fields.tsx'
import { EditorSection } from './editor-section.tsx'
import { UploadField } from '../upload-field.tsx'

type Props = { bookId: string; form: BookForm; problems: BookErrors; onChange(): void }

const shownPages = 6

const repairMessages: Record<NonNullable<UploadedPdf['repair']>, string> = {
  unlocked:
    'This PDF restricted printing, copying or editing. The restriction was removed so that buyers’ copies can carry their order code.',
  rewritten: 'This PDF was damaged and has been repaired. Every page looks the same as before.',
}

/**
 * PDF section. The server has rendered every page before it reports a page count.
 *
 * @param pdf The published PDF, or that of the draft; undefined if there is none.
 * @param savedEdition The edition that was just saved; `pdf` is loaded again only later, or not at all if that fails.
 */
export function PdfSection({
  bookId,
  form,
  problems,
  pdf,
  savedEdition,
  onChange,
}: Props & { pdf: UploadedPdf | undefined; savedEdition: string | undefined }) {
  const [taken, setTaken] = useState<UploadedPdf>()
  const shown = taken ?? pdf
  const isNew = taken && taken.edition !== pdf?.edition && taken.edition !== savedEdition
  return (
    <EditorSection
      title="PDF"
      note="Every page is rendered once to check the file. A new PDF stays hidden until you publish it."
    >
      <input type="hidden" name="edition" value={taken?.edition ?? form.edition} />
      <p role="status" className="figures">
        {shown ? `${shown.pages} ${shown.pages === 1 ? 'page' : 'pages'}` : 'No PDF yet'}
        {isNew ? ' (new: save or publish to keep it)' : ''}
      </p>
      {taken?.repair ? <p className="measure text-small text-dust">{repairMessages[taken.repair]}</p> : null}
      {problems['edition'] ? <FieldError>{problems['edition']}</FieldError> : null}
      {shown && shown.edition !== '' ? (
        <ol aria-label="First pages" className="grid grid-cols-3 gap-3 sm:grid-cols-6">
          {Array.from({ length: Math.min(shownPages, shown.pages) }, (_, index) => (
            <li key={index} className="flex flex-col gap-1">
              <img
                src={draftPagePath(bookId, shown.edition, index + 1)}
                alt={`Page ${index + 1}`}
                width={204}
                height={290}
                loading="lazy"
                className="h-auto w-full border border-groove bg-sand"
              />
              <span aria-hidden="true" className="figures text-small text-dust">
                {index + 1}
              </span>
            </li>
          ))}
        </ol>
      ) : null}
      <UploadField<UploadedPdf>
        label={shown ? 'Replace PDF' : 'PDF file'}
        button="Upload PDF"
        hint="Up to 100 MB and 2,000 pages. Remove any password needed to open the file. Restrictions on printing, copying or editing are removed automatically. By uploading, you confirm that you hold the rights to this book."
        accept="application/pdf,.pdf"
        maxBytes={maxPdfBytes}
        address={bookUploadPath(bookId, 'pdf')}
        form="upload-pdf"
        onUploaded={(now) => {
          setTaken(now)
          onChange()
        }}
      />
    </EditorSection>
  )
}

/** Cover section: an uploaded image, an external one, or the book's generated artwork. */
export function CoverSection({ bookId, form, problems, onChange }: Props) {
  const [address, setAddress] = useState(form.coverImage)
  const input = useEarlyInput<HTMLInputElement>(({ value }) => setAddress(value))
  return (
    <EditorSection title="Cover" note="Without an image, the book’s generated artwork is used.">
      <div className="flex flex-wrap gap-6">
        {address ? (
          <img
            key={address}
            src={address}
            srcSet={coverSet(address)}
            sizes="160px"
            alt=""
            width={160}
            height={227}
            className="aspect-[148/210] h-auto w-40 self-start border border-groove bg-plate-raised object-cover"
          />
        ) : (
          <Figure
            slug={bookId}
            variant="cover"
            width={320}
            sizes="160px"
            className="aspect-[148/210] w-40 self-start border border-groove object-cover"
          />
        )}
        <div className="flex min-w-0 flex-1 basis-72 flex-col gap-5">
          <UploadField<UploadedCover>
            label="Image"
            button="Upload cover"
            hint="JPEG, PNG, WebP or AVIF, at least 740 by 1050 pixels, up to 20 MB. The image is cropped around its center to the proportions 148:210."
            accept="image/jpeg,image/png,image/webp,image/avif"
            maxBytes={maxCoverBytes}
            address={bookUploadPath(bookId, 'cover')}
            form="upload-cover"
            onUploaded={({ coverImage }) => {
              setAddress(coverImage)
              onChange()
            }}
          />
          <Field
            ref={input}
            label="Cover URL"
            name="coverImage"
            value={address}
            onChange={(event) => setAddress(event.currentTarget.value)}
            hint="Filled in when you upload a cover. You can also enter the https:// URL of an image, or clear the field to remove the cover."
            error={problems['coverImage']}
          />
          <CountedField
            label="Cover description"
            name="coverAlt"
            limit={maxLengths.coverAlt}
            defaultValue={form.coverAlt}
            hint="For people who can’t see the image."
            error={problems['coverAlt']}
          />
        </div>
      </div>
    </EditorSection>
  )
}
