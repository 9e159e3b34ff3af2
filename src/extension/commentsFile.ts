/** The comments on changes, beside those. */
export const COMMENTS = 'comments.jsonl';
