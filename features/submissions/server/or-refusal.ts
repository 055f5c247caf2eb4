import { isUnavailable, unavailableRefusal } from '#platform/database/unavailable.ts'

/** Pages show a refusal beside what was typed; a driver's error would only be a broken page. */
export async function orRefusal<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    throw isUnavailable(error) ? unavailableRefusal(error) : error
  }
}
