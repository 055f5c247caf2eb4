import { z } from 'zod'

/** Draft of an issue from the model or the template writer; each statement cites its records by id. */
export const draftSchema = z.object({
  title: z.string().describe('Subject of the issue, at most 90 characters, sentence case'),
  summary: z.string().describe('One or two sentences on what is in the issue'),
  preheader: z.string().describe('Preview text shown next to the subject in the inbox, at most 100 characters'),
  opening: z
    .array(z.object({ text: z.string(), record_ids: z.array(z.string()) }))
    .describe('One to three paragraphs, each with the records it is about'),
  insights: z
    .array(z.object({ title: z.string(), description: z.string(), record_id: z.string() }))
    .describe('Three to five things worth knowing, each from one record'),
  tools: z
    .array(z.object({ name: z.string(), description: z.string(), record_id: z.string() }))
    .describe('Three tools to know, each from one record'),
})

/** An unchecked draft. @see draftSchema */
export type Draft = z.infer<typeof draftSchema>
