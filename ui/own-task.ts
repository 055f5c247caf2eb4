/**
 * Ends the task at hand; what follows runs in one of its own. For what a page starts with: done in one go it would be a long task, and a touch in the
 * middle of it would wait.
 */
export function ownTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}
