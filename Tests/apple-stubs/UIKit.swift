// swift-format-ignore-file
// What is used of UIKit (developer.apple.com/documentation/uikit). Never linked, never run.
public import CoreGraphics
public import Foundation

public struct UIBackgroundTaskIdentifier: Hashable, Sendable {}
@MainActor open class UIApplication: NSObject {
    open class var shared: UIApplication { fatalError() }
    open func beginBackgroundTask(withName taskName: String?, expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil) -> UIBackgroundTaskIdentifier { UIBackgroundTaskIdentifier() }
    open func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) {}
}
open class UIColor: NSObject, @unchecked Sendable {
    public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {}
    open class var white: UIColor { fatalError() }
}
@MainActor open class UIView: NSObject {}
