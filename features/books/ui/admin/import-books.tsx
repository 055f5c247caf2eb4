import { useRef, useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { countOf } from '#shared/count-of.ts'
import { punctuateQuotes, quoteTitle } from '#shared/quotation-marks.ts'
import { useBeforeLeaving } from '#ui/admin/use-before-leaving.ts'
import { buttonClass } from '#ui/button.tsx'
import { sendFile, type UploadProgress } from '#ui/admin/send-file.ts'
import { FieldError } from '#ui/field.tsx'
import type { ImportedBook } from '#features/books/admin.ts'
import { bookImportPath, maxPdfBytes } from '#features/books/constants.ts'

type Import = { name: string } & (
  | { state: 'waiting' }
  | { state: 'running'; progress: UploadProgress }
  | { state: 'done'; book: ImportedBook }
  | { state: 'refused'; message: string }
)

const fileClass =
  'min-h-11 max-w-full text-small text-dust file:mr-4 file:min-h-11 file:cursor-pointer file:rounded-plate file:border file:border-groove file:bg-transparent file:px-5 file:font-mono file:text-[0.75rem] file:text-sand hover:file:border-sand'

/**
 * Creates a draft from every selected PDF, one after the other: selected files, or all PDFs of a folder. Without
 * JavaScript it is a plain form for one file.
 */
export function ImportBooks() {
  const [imports, setImports] = useState<readonly Import[]>([])
  const [emptyChoice, setEmptyChoice] = useState('')
  const isRunning = useRef(false)
  const { revalidate } = useRevalidator()
  useBeforeLeaving({
    isNeeded: imports.some(({ state }) => state === 'waiting' || state === 'running'),
    question: 'Files are still being imported. Leave this page?',
  })

  async function importAll(files: readonly File[]): Promise<void> {
    if (isRunning.current || files.length === 0) return
    isRunning.current = true
    const set = (index: number, changed: Import) =>
      setImports((all) => all.map((one, at) => (at === index ? changed : one)))
    setImports(files.map(({ name }) => ({ name, state: 'waiting' })))
    const { signal } = new AbortController()
    for (const [index, file] of files.entries()) {
      const { name } = file
      if (file.size > maxPdfBytes) {
        const message = `This file is larger than ${Math.round(maxPdfBytes / 1024 / 1024)} MB.`
        set(index, { name, state: 'refused', message })
        continue
      }
      try {
        const book = await sendFile<ImportedBook>(
          bookImportPath,
          file,
          (progress) => set(index, { name, state: 'running', progress }),
          signal,
        )
        set(index, { name, state: 'done', book })
      } catch (error) {
        set(index, { name, state: 'refused', message: (error as Error).message })
      }
    }
    isRunning.current = false
    await revalidate()
  }

  const choose = (input: HTMLInputElement, isFolder: boolean) => {
    const pdfs = [...(input.files ?? [])].filter(({ name }) => /\.pdf$/i.test(name))
    input.value = ''
    setEmptyChoice(pdfs.length > 0 ? '' : isFolder ? 'There are no PDF files in this folder.' : 'Choose PDF files.')
    void importAll(pdfs.toSorted((a, b) => a.name.localeCompare(b.name)))
  }

  return (
    <details className="border-y border-groove">
      <summary className="label flex min-h-11 cursor-pointer items-center text-dust hover:text-sand">
        Import books from PDFs
      </summary>
      <form
        method="post"
        action={bookImportPath}
        encType="multipart/form-data"
        className="flex flex-col gap-4 pb-6"
        onSubmit={(event) => event.preventDefault()}
      >
        <p className="measure text-small text-dust">
          Each PDF becomes a draft with the title and author from the file’s metadata. Before you publish it, set a
          price and fill in the other texts. Keep this page open until all files are done.
        </p>
        <label className="flex flex-col gap-2 text-small">
          PDF files
          <input
            type="file"
            name="file"
            accept="application/pdf,.pdf"
            multiple
            className={fileClass}
            onChange={({ currentTarget }) => choose(currentTarget, false)}
          />
        </label>
        <noscript>
          <button type="submit" className={buttonClass('quiet')}>
            Import PDF
          </button>
        </noscript>
        <label className="flex flex-col gap-2 text-small">
          All PDF files in a folder
          <input
            type="file"
            // React has no type for this attribute.
            {...{ webkitdirectory: '' }}
            className={fileClass}
            onChange={({ currentTarget }) => choose(currentTarget, true)}
          />
        </label>
        <p role="status" className="text-small empty:hidden">
          {emptyChoice}
        </p>
        <ul aria-label="Imported files" aria-live="polite" className="flex flex-col empty:hidden">
          {imports.map((one, index) => (
            <li
              key={index}
              className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-groove py-2 text-small"
            >
              <span className="min-w-0 flex-1 basis-56 [overflow-wrap:anywhere]">{one.name}</span>
              <Outcome of={one} />
            </li>
          ))}
        </ul>
      </form>
    </details>
  )
}

function Outcome({ of: one }: { of: Import }) {
  switch (one.state) {
    case 'waiting':
      return <span className="text-dust">Waiting</span>
    case 'running':
      return (
        <span className="text-dust">
          {one.progress.kind === 'checking' ? 'Checking…' : `${Math.floor(one.progress.share * 100)}%`}
        </span>
      )
    case 'done':
      return (
        <Link
          to={`/admin/books/${one.book.id}`}
          className="inline-flex min-h-11 items-center underline underline-offset-4 hover:text-live"
        >
          {punctuateQuotes(`Draft ${quoteTitle(one.book.title)}, ${countOf(one.book.pages, 'page')}`)}
        </Link>
      )
    case 'refused':
      return <FieldError>{one.message}</FieldError>
  }
}
