export { approvalPolicyRoutes as serveApprovalPolicy } from './approval-policy.routes.ts';
