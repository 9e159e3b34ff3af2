// What is needed to send requests to the service: a separate bundle, loaded with the first one.
export { createContentGenerator } from './contentGenerator';
export { closedControls, fetchAdminControls } from './codeAssist/adminControls';
export { readQuota } from './codeAssist/quota';
export { describeHops, diagnoseSignIn } from './diagnosis';
export { checkService } from './serviceChecks';
export { failureOf } from './failures';
