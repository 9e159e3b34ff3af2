/** The file with the comments on changes, stored in the same directory as the changes. */
export const COMMENTS = 'comments.jsonl';
