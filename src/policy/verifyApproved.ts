// What may check an approval, and can't make one: for the ports that write, run and restore.
export { approvedEdits, undoOf, verifyApproved } from './approvals';
